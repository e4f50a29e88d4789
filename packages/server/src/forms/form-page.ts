import { isObject, type JsonObject, limits } from '@millrace/contract';
import type { FormField, FormSpec } from '@millrace/engine/node-api';
import { attribute, type Html, html } from '../pages/html.ts';
import { createPage, type Page } from '../pages/page.ts';
import { type SafeHtml, sanitizeHtml } from '../pages/sanitize-html.ts';

/** What was typed and what is wrong with it, by index of the field. */
export interface FormEntries {
  values: ReadonlyMap<number, readonly string[]>;
  problems: ReadonlyMap<number, string>;
}

export interface FormPlace {
  /** Where it is sent to, if not where it is. */
  action?: string;
  isTest?: boolean;
  /** The answer is a page of the workflow's own, which the browser must open by itself. */
  isPlain?: boolean;
  /** It is a further page of a form: whoever sees it is filling in already. */
  isFollowing?: boolean;
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

/** As the server reads numbers. */
const numberPattern = String.raw`\s*[+\-]?(\d+\.?\d*|\.\d+)([eE][+\-]?\d{1,3})?\s*`;

/** What the address itself fills in: `?Label=value`. */
export const presetsOf = (form: FormSpec, query: JsonObject): FormEntries => {
  const values = new Map<number, string[]>();
  for (const [index, field] of form.fields.entries()) {
    if (field.type === 'html' || field.type === 'file' || field.type === 'password') continue;
    const given = valuesOf(field, query);
    if (given) values.set(index, given);
  }
  return { values, problems: new Map() };
};

const valuesOf = (field: FormField, given: JsonObject): string[] | undefined => {
  for (const key of [field.name, field.label]) {
    if (!key || !Object.hasOwn(given, key)) continue;
    const values = [given[key]].flat().filter((value) => !isObject(value) && value !== null);
    if (values.length > 0) return values.map(String);
  }
  return undefined;
};

export const formPage = async (form: FormSpec, entries: FormEntries, place: FormPlace = {}): Promise<Page> => {
  const { problems, values } = entries;
  const description = form.description?.trim() ? await sanitizeHtml(form.description) : undefined;
  const markup = new Map<number, SafeHtml>();
  for (const [index, { type, defaultValue = '' }] of form.fields.entries())
    if (type === 'html' && defaultValue.trim()) markup.set(index, await sanitizeHtml(defaultValue));
  const fields = form.fields.map((field, index) =>
    field.type === 'html'
      ? html`<div class="field rich">${markup.get(index)?.html}</div>`
      : fieldHtml(field, index, values.get(index), problems.get(index)),
  );
  const title = form.title.trim();
  return createPage({
    title: problems.size > 0 ? `Error: ${title}` : title || 'Form',
    content: html`${place.isTest && html`<p class="test">Test form</p>`}${title && html`<h1>${title}</h1>`}
${description?.html}
${problems.size > 0 ? problemList(form, problems) : undefined}
<form method="post" enctype="multipart/form-data"${attribute('action', place.action)}${attribute(
      'data-plain',
      place.isPlain && 'true',
    )}${attribute('data-following', place.isFollowing && 'true')} data-most="${limits.webhookBodyBytes}">
${fields}
<button type="submit">${form.buttonLabel || 'Submit'}</button>
</form>`,
    css: form.css,
    hasPictures: [description, ...markup.values()].some((one) => one?.hasPictures),
  });
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
  if (field.type === 'hidden') return html`<input type="hidden" name="${name}"${attribute('value', values[0])}>`;

  const ruleText = ruleOf(field);
  const described = [ruleText && `${name}-rule`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const state = html`${attribute('aria-describedby', described || undefined)}${attribute('aria-invalid', problem ? 'true' : undefined)}`;
  const notes = html`${ruleText && html`<p class="rule" id="${name}-rule">${ruleText}</p>`}${
    problem && html`<p class="problem" id="${name}-problem">${problem}</p>`
  }`;
  const label = html`${field.label}${field.required ? html` <span aria-hidden="true">*</span>` : undefined}`;
  if (isGroup(field)) {
    return html`<fieldset class="field" id="${name}"${countsOf(field)}${state}><legend>${label}</legend>
${(field.options ?? []).map((option, choice) => choiceHtml(field, option, { name, choice, isChosen: values.includes(option) }))}
${notes}</fieldset>`;
  }
  return html`<div class="field"><label for="${name}">${label}</label>
${control(field, name, values, html`${attribute('required', field.required)}${state}`)}
${notes}</div>`;
};

/** For the script of the page. */
const countsOf = ({ type, required, selections }: FormField): Html | undefined => {
  if (type !== 'checkbox') return undefined;
  const least = Math.max(selections?.least ?? 0, required ? 1 : 0);
  return html`${attribute('data-least', least || undefined)}${attribute('data-most', selections?.most)}`;
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
  const isNumber = field.type === 'number';
  return html`<input type="${type}"${common}${attribute('value', value)}${attribute(
    'inputmode',
    isNumber ? 'decimal' : undefined,
  )}${attribute('pattern', isNumber ? numberPattern : undefined)}${attribute(
    'multiple',
    type === 'file' && field.multiple,
  )}${attribute('accept', type === 'file' ? field.acceptFileTypes : undefined)}>`;
};

const ruleOf = (field: FormField): string | undefined => {
  const { type, selections } = field;
  if (type === 'file' && field.acceptFileTypes) return `Accepted: ${field.acceptFileTypes}`;
  if (type === 'dropdown' && field.multiple) return 'Several may be chosen.';
  return selections ? `Choose ${countText(selections)}.` : undefined;
};

/** `2`, or `1 to 3`. */
export const countText = ({ least, most }: NonNullable<FormField['selections']>): string =>
  least === most ? String(least) : `${least} to ${most}`;
