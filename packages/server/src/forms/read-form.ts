import type { JsonObject } from '@millrace/contract';
import type { FormField, FormSpec } from '@millrace/engine/node-api';
import type { UploadedFile } from '../triggers/webhooks/parsing/read-multipart.ts';
import { countText, inputName } from './form-page.ts';

/** The fields of a form that came in, by the names of its inputs. */
export interface SentForm {
  /** Repeated ones as lists. */
  fields: Readonly<Record<string, string | string[]>>;
  files: readonly UploadedFile[];
}

/** What was sent, held against the form. Anything that is no field of it is passed over. */
export interface ReadForm {
  /** As typed, by index of the field. */
  values: Map<number, string[]>;
  /** What is wrong, by index of the field; empty: the form is accepted. */
  problems: Map<number, string>;
  /** By key of the field. */
  answers: JsonObject;
  /** Name of a binary property and its file. */
  files: [string, UploadedFile][];
}

const longestText = 100_000;
const emailPattern = /^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)+$/;
const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

export const readForm = (form: FormSpec, sent: SentForm): ReadForm => {
  const read: ReadForm = { values: new Map(), problems: new Map(), answers: Object.create(null), files: [] };
  for (const [index, field] of form.fields.entries()) {
    if (field.type === 'html') {
      if (field.name) read.answers[field.name] = field.defaultValue ?? '';
      continue;
    }
    const name = inputName(index);
    const key = field.name || field.label;
    const problem =
      field.type === 'file'
        ? readFiles(
            field,
            key,
            sent.files.filter((file) => file.field === name && isChosen(file)),
            read,
          )
        : readValues(field, key, index, sent, read);
    if (problem) read.problems.set(index, problem);
  }
  return read;
};

/** Browsers send an empty part where no file was chosen. */
const isChosen = ({ fileName, bytes }: UploadedFile): boolean => bytes.length > 0 || Boolean(fileName);

const readValues = (
  field: FormField,
  key: string,
  index: number,
  { fields }: SentForm,
  { values, answers }: ReadForm,
): string | undefined => {
  const name = inputName(index);
  const sent = Object.hasOwn(fields, name) ? [fields[name] as string | string[]].flat() : [];
  const texts = sent.map((text) => text.replaceAll('\r\n', '\n'));
  values.set(index, texts);
  const given = texts.filter((text) => text.trim() !== '');
  if (given.some((text) => text.length > longestText)) return `This is longer than ${longestText} characters.`;
  if (takesSeveral(field)) {
    answers[key] = [...new Set(given)];
  } else {
    const text = given[0];
    const [answer, problem] = text === undefined ? [emptyOf(field, texts), undefined] : readOne(field, text);
    answers[key] = answer;
    if (problem) return problem;
  }
  if (hasOptions(field) && given.some((text) => !field.options?.includes(text))) {
    return 'This is not one of the choices.';
  }
  const { selections } = field;
  if (
    selections &&
    (given.length < selections.least || given.length > selections.most) &&
    (given.length > 0 || field.required || selections.least > 0)
  )
    return `Please choose ${countText(selections)}.`;
  return field.required && given.length === 0 ? missing(field) : undefined;
};

const texts: ReadonlySet<FormField['type']> = new Set(['text', 'textarea', 'email', 'password', 'hidden']);

/** A field of text that was left empty is an empty text; anything else has no answer. */
const emptyOf = ({ type }: FormField, sent: readonly string[]): string | null =>
  texts.has(type) && sent.length > 0 ? '' : null;

const takesSeveral = (field: FormField): boolean =>
  field.type === 'checkbox' || (field.type === 'dropdown' && field.multiple === true);

const hasOptions = ({ type }: FormField): boolean => type === 'dropdown' || type === 'checkbox' || type === 'radio';

const missing = (field: FormField): string =>
  hasOptions(field) ? 'Please choose.' : field.type === 'file' ? 'Please choose a file.' : 'Please fill this in.';

/** The value and what is wrong with it. */
const readOne = (field: FormField, text: string): [string | number, string | undefined] => {
  switch (field.type) {
    case 'number': {
      const number = numberPattern.test(text.trim()) ? Number(text) : Number.NaN;
      return Number.isFinite(number) ? [number, undefined] : [text, 'This is not a number.'];
    }
    case 'email':
      return [text.trim(), emailPattern.test(text.trim()) ? undefined : 'This is not an e-mail address.'];
    case 'date':
      return [text.trim(), isDate(text.trim()) ? undefined : 'This is not a date such as 2026-05-30.'];
    case 'text':
      return [text.trim(), undefined];
    default:
      return [text, undefined];
  }
};

/** Of the calendar: the 30th of February is read as a day of March. */
const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
};

const readFiles = (
  field: FormField,
  key: string,
  files: readonly UploadedFile[],
  read: ReadForm,
): string | undefined => {
  if (field.required && files.length === 0) return missing(field);
  if (files.length > 1 && !field.multiple) return 'Please choose one file only.';
  const refused = files.find((file) => !isAccepted(file, field.acceptFileTypes));
  if (refused) return `"${refused.fileName}" is not a file of an accepted type.`;
  const property = key.replace(/\W/g, '_') || 'file';
  const about = files.map(({ fileName, mimeType, bytes }) => ({
    filename: fileName,
    mimetype: mimeType,
    size: bytes.length,
  }));
  read.answers[key] = field.multiple ? about : (about[0] ?? null);
  for (const [index, file] of files.entries())
    read.files.push([files.length > 1 ? `${property}_${index}` : property, file]);
  return undefined;
};

/** As HTML's `accept`: endings, media types, and media types that end in a star. */
const isAccepted = ({ fileName, mimeType }: UploadedFile, accept: string | undefined): boolean => {
  const rules = (accept ?? '')
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .filter((rule) => rule !== '');
  if (rules.length === 0) return true;
  const name = fileName?.toLowerCase() ?? '';
  const type = mimeType.toLowerCase();
  return rules.some((rule) => {
    if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1));
    return rule.includes('/') ? type === rule : name.endsWith(rule.startsWith('.') ? rule : `.${rule}`);
  });
};
