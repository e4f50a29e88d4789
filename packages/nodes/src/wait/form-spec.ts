import { type FormField, type FormSpec, NodeError, type ParameterValues } from '@millrace/engine/node-api';
import { responseModes } from '../webhook/call-spec.ts';
import type { formFieldsParameter } from './form-parameters.ts';

/** Forms from the parameters that describe them. */

type FieldParameters = NonNullable<ParameterValues<[typeof formFieldsParameter]>['formFields']['values']>[number];

const types = new Map<string, FormField['type']>([
  ['checkbox', 'checkbox'],
  ['date', 'date'],
  ['dropdown', 'dropdown'],
  ['email', 'email'],
  ['file', 'file'],
  ['hiddenField', 'hidden'],
  ['html', 'note'],
  ['number', 'number'],
  ['password', 'password'],
  ['radio', 'radio'],
  ['text', 'text'],
  ['textarea', 'textarea'],
]);

/** @throws NodeError that names the field */
export const readFormFields = (fields: readonly FieldParameters[]): FormField[] => {
  const keys = new Set<string>();
  return fields.map((parameters, index) => {
    const field = readField(parameters, index);
    if (field.type === 'note') return field;
    const key = field.name ?? field.label;
    if (keys.has(key)) throw new NodeError(`Two fields of the form are called "${key}"`);
    keys.add(key);
    return field;
  });
};

const readField = (parameters: FieldParameters, index: number): FormField => {
  const { fieldType = 'text', defaultValue, placeholder, acceptFileTypes } = parameters;
  const type = types.get(fieldType);
  const place = `Field ${index + 1} of the form`;
  if (!type) throw new NodeError(`${place} has the type "${fieldType}", which is not known`);
  if (type === 'note') return { type, label: '', defaultValue: withoutTags(parameters.html ?? '') };
  const name = parameters.fieldName?.trim() || undefined;
  const label = parameters.fieldLabel?.trim() || name;
  if (!label) throw new NodeError(`${place} has no label`);
  const field: FormField = { type, label };
  if (name) field.name = name;
  if (type === 'hidden') return { ...field, defaultValue: parameters.fieldValue ?? '' };
  if (parameters.requiredField) field.required = true;
  if (placeholder) field.placeholder = placeholder;
  if (defaultValue) field.defaultValue = defaultValue;
  if (type === 'checkbox' || type === 'dropdown' || type === 'radio') {
    const options = (parameters.fieldOptions?.values ?? []).flatMap(({ option }) => (option ? [String(option)] : []));
    if (options.length === 0) throw new NodeError(`"${label}" has nothing to choose from`);
    field.options = [...new Set(options)];
  }
  if (type === 'dropdown' && parameters.multiselect) field.multiple = true;
  if (type === 'file') {
    if (parameters.multipleFiles !== false) field.multiple = true;
    if (acceptFileTypes) field.acceptFileTypes = acceptFileTypes;
  }
  return field;
};

/** What is left of HTML when only its text is shown. */
const withoutTags = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|li|h[1-6])>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export interface FormParameters {
  title: string;
  description: string;
  responseMode: string;
  fields: readonly FieldParameters[];
  options: {
    buttonLabel?: string;
    ipWhitelist?: string;
    respondWithOptions?: { values?: { respondWith?: string; formSubmittedText?: string; redirectUrl?: string } };
  };
}

/** @throws NodeError for what cannot be shown */
export const readFormSpec = ({ title, description, responseMode, fields, options }: FormParameters): FormSpec => {
  if (!responseModes.includes(responseMode)) throw new NodeError(`A form cannot respond in the mode "${responseMode}"`);
  const form: FormSpec = {
    title,
    fields: readFormFields(fields),
    responseMode: responseMode as FormSpec['responseMode'],
    completion: readCompletion(options.respondWithOptions?.values ?? {}),
  };
  if (description) form.description = description;
  if (options.buttonLabel) form.buttonLabel = options.buttonLabel;
  if (options.ipWhitelist) form.ipAllowList = options.ipWhitelist;
  return form;
};

type After = NonNullable<NonNullable<FormParameters['options']['respondWithOptions']>['values']>;

const readCompletion = ({ respondWith, formSubmittedText, redirectUrl = '' }: After): FormSpec['completion'] => {
  if (respondWith !== 'redirect') {
    return { kind: 'text', title: 'Your answers have arrived', message: formSubmittedText || undefined };
  }
  const url = URL.parse(redirectUrl.trim());
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return { kind: 'redirect', url: url.href };
  throw new NodeError(`"${redirectUrl}" is not the address of a web site`, {
    description: 'After the form people are sent to addresses that begin with https:// or http://.',
  });
};
