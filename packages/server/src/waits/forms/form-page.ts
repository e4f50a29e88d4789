import type { FormField, FormSpec } from '@millrace/engine/node-api';
import { attribute, type Html, html } from './html.ts';
import { page } from './page.ts';

/** What was typed and what is wrong with it, by index of the field. */
export interface FormEntries {
  values: ReadonlyMap<number, readonly string[]>;
  problems: ReadonlyMap<number, string>;
}

/** Name of a field's input; labels are free text. */
export const inputName = (index: number): string => `field-${index}`;

/** Types of fields that have their own HTML input type. */
const inputTypes = {
  text: 'text',
  // One for numbers would lose what is not one, so that nobody could correct it.
  number: 'text',
  email: 'email',
  password: 'password',
  date: 'date',
  file: 'file',
} as const;

export const formPage = (form: FormSpec, { values, problems }: FormEntries): string => {
  const fields = form.fields.map((field, index) => fieldHtml(field, index, values.get(index), problems.get(index)));
  const title = problems.size > 0 ? `Error: ${form.title}` : form.title;
  return page(
    title || 'Form',
    html`<h1>${form.title}</h1>
${form.description ? html`<p class="quiet">${form.description}</p>` : undefined}
${problems.size > 0 ? problemList(form, problems) : undefined}
<form method="post" enctype="multipart/form-data" novalidate>
${fields}
<button type="submit">${form.buttonLabel || 'Submit'}</button>
</form>`,
  );
};

const problemList = (
  form: FormSpec,
  problems: FormEntries['problems'],
): Html => html`<div class="problems" role="alert">
<p>Not sent yet. Please check:</p>
<ul>${[...problems].map(
  ([index, problem]) =>
    html`<li><a href="#${firstInputId(form.fields[index], index)}">${form.fields[index]?.label}</a>: ${problem}</li>`,
)}</ul>
</div>`;

const isGroup = (field: FormField): boolean => field.type === 'radio' || field.type === 'checkbox';

const firstInputId = (field: FormField | undefined, index: number): string =>
  field && isGroup(field) ? `${inputName(index)}-0` : inputName(index);

const fieldHtml = (field: FormField, index: number, given: readonly string[] | undefined, problem?: string): Html => {
  const name = inputName(index);
  const values = given ?? (field.defaultValue === undefined ? [] : [field.defaultValue]);
  if (field.type === 'note') return html`<p class="field quiet">${field.defaultValue}</p>`;
  if (field.type === 'hidden') return html`<input type="hidden" name="${name}"${attribute('value', values[0])}>`;

  const ruleText = ruleOf(field);
  const described = [ruleText && `${name}-rule`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const state = html`${attribute('aria-describedby', described || undefined)}${attribute('aria-invalid', problem ? 'true' : undefined)}`;
  const notes = html`${ruleText && html`<p class="rule" id="${name}-rule">${ruleText}</p>`}${
    problem && html`<p class="problem" id="${name}-problem">${problem}</p>`
  }`;
  const label = html`${field.label}${field.required ? html` <span aria-hidden="true">*</span>` : undefined}`;
  if (isGroup(field)) {
    return html`<fieldset class="field"${state}><legend>${label}</legend>
${(field.options ?? []).map((option, choice) => choiceHtml(field, option, { name, choice, isChosen: values.includes(option) }))}
${notes}</fieldset>`;
  }
  return html`<div class="field"><label for="${name}">${label}</label>
${control(field, name, values, html`${attribute('required', field.required)}${state}`)}
${notes}</div>`;
};

const choiceHtml = (
  field: FormField,
  option: string,
  { name, choice, isChosen }: { name: string; choice: number; isChosen: boolean },
): Html => {
  const id = `${name}-${choice}`;
  return html`<label class="choice" for="${id}"><input type="${field.type}" id="${id}" name="${name}" value="${option}"${attribute(
    'checked',
    isChosen,
  )}${attribute('required', field.type === 'radio' && field.required)}><span>${option}</span></label>\n`;
};

const control = (field: FormField, name: string, values: readonly string[], attributes: Html): Html => {
  const common = html` id="${name}" name="${name}"${attributes}${attribute('placeholder', field.placeholder)}`;
  if (field.type === 'textarea') return html`<textarea${common} rows="5">\n${values[0] ?? ''}</textarea>`;
  if (field.type === 'dropdown') {
    const empty = field.multiple ? undefined : html`<option value="">${field.placeholder || 'Choose…'}</option>`;
    const options = (field.options ?? []).map(
      (option) => html`<option value="${option}"${attribute('selected', values.includes(option))}>${option}</option>`,
    );
    return html`<select${common}${attribute('multiple', field.multiple)}>${empty}${options}</select>`;
  }
  const type = inputTypes[field.type as keyof typeof inputTypes];
  // What was typed as a password, and files, are not sent back.
  const value = type === 'password' || type === 'file' ? undefined : values[0];
  return html`<input type="${type}"${common}${attribute('value', value)}${attribute(
    'inputmode',
    field.type === 'number' ? 'decimal' : undefined,
  )}${attribute('multiple', type === 'file' && field.multiple)}${attribute(
    'accept',
    type === 'file' ? field.acceptFileTypes : undefined,
  )}>`;
};

const ruleOf = (field: FormField): string | undefined => {
  if (field.type === 'file' && field.acceptFileTypes) return `Accepted: ${field.acceptFileTypes}`;
  if (field.type === 'dropdown' && field.multiple) return 'Several may be chosen.';
  return undefined;
};
