import { isObject } from '@millrace/contract/data';
import { type FormField, type FormSpec, NodeError, type ParameterValues } from '@millrace/engine/node-api';
import type { formFieldsParameter } from './field-parameters.ts';

/** Fields of forms from the parameters that describe them. */

export type FieldParameters = NonNullable<
  ParameterValues<[typeof formFieldsParameter]>['formFields']['values']
>[number];

const types = new Map<string, FormField['type']>([
  ['checkbox', 'checkbox'],
  ['date', 'date'],
  ['dropdown', 'dropdown'],
  ['email', 'email'],
  ['file', 'file'],
  ['hiddenField', 'hidden'],
  ['html', 'html'],
  ['number', 'number'],
  ['password', 'password'],
  ['radio', 'radio'],
  ['text', 'text'],
  ['textarea', 'textarea'],
]);

/**
 * @param usesNames whether a name goes before the label as the key of the answer
 * @throws NodeError that names the field
 */
export const readFormFields = (fields: readonly FieldParameters[], usesNames = false): FormField[] => {
  const keys = new Set<string>();
  return fields.map((parameters, index) => {
    const field = readField(parameters, index, usesNames);
    if (field.type === 'html') return field;
    const key = field.name ?? field.label;
    if (keys.has(key)) throw new NodeError(`Two fields of the form are called "${key}"`);
    keys.add(key);
    return field;
  });
};

const readField = (parameters: FieldParameters, index: number, usesNames: boolean): FormField => {
  const { fieldType = 'text', defaultValue, placeholder, acceptFileTypes } = parameters;
  const type = types.get(fieldType);
  const place = `Field ${index + 1} of the form`;
  if (!type) throw new NodeError(`${place} has the type "${fieldType}", which is not known`);
  if (type === 'html') {
    const name = parameters.elementName?.trim();
    return { type, label: '', defaultValue: parameters.html ?? '', ...(name && { name }) };
  }
  const ownName = parameters.fieldName?.trim() || undefined;
  const label = parameters.fieldLabel?.trim() || ownName;
  if (!label) throw new NodeError(`${place} has no label`);
  const field: FormField = { type, label };
  if (ownName && (usesNames || type === 'hidden')) field.name = ownName;
  if (type === 'hidden') return { ...field, defaultValue: parameters.fieldValue ?? '' };
  if (parameters.requiredField) field.required = true;
  if (placeholder) field.placeholder = placeholder;
  if (defaultValue) field.defaultValue = String(defaultValue);
  if (type === 'checkbox' || type === 'dropdown' || type === 'radio') {
    const options = (parameters.fieldOptions?.values ?? []).flatMap(({ option }) => (option ? [String(option)] : []));
    if (options.length === 0) throw new NodeError(`"${label}" has nothing to choose from`);
    field.options = [...new Set(options)];
  }
  if (type === 'checkbox') {
    const selections = readSelections(parameters, field.options?.length ?? 0);
    if (selections) field.selections = selections;
  }
  if (type === 'dropdown' && parameters.multiselect) field.multiple = true;
  if (type === 'file') {
    if (parameters.multipleFiles !== false) field.multiple = true;
    if (acceptFileTypes) field.acceptFileTypes = acceptFileTypes;
  }
  return field;
};

const readSelections = (parameters: FieldParameters, count: number): FormField['selections'] => {
  const { limitSelection, numberOfSelections: exact = 1, minSelections = 0, maxSelections = 1 } = parameters;
  if (limitSelection === 'exact') return { least: exact, most: exact };
  if (limitSelection === 'range') return { least: minSelections, most: Math.max(minSelections, maxSelections) };
  return limitSelection === 'unlimited' || limitSelection === undefined ? undefined : { least: 0, most: count };
};

/** Fields that are given as JSON, by the same names as those of the parameters. @throws NodeError */
export const readJsonFields = (given: unknown, usesNames = false): FormField[] => {
  const list: unknown = typeof given === 'string' ? parseList(given) : given;
  if (Array.isArray(list) && list.every(isObject)) return readFormFields(list as never, usesNames);
  throw new NodeError('The fields of the form are not a JSON list of objects');
};

const parseList = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NodeError('The fields of the form are not valid JSON', { description: (error as Error).message });
  }
};

/** An address on the web. @throws NodeError */
export const readWebAddress = (address: string): string => {
  const text = address.trim();
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (text !== '' && url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw new NodeError(`"${address}" is not the address of a web site`, {
    description: 'After the form people are sent to addresses that begin with https:// or http://.',
  });
};

interface After {
  respondWith?: string;
  formSubmittedText?: string;
  redirectUrl?: string;
}

/** What comes after a form, as the option of that name says. @throws NodeError */
export const readCompletion = ({ respondWith, formSubmittedText, redirectUrl = '' }: After): FormSpec['completion'] =>
  respondWith === 'redirect'
    ? { kind: 'redirect', url: readWebAddress(redirectUrl) }
    : { kind: 'text', title: 'Your answers have arrived', message: formSubmittedText || undefined };
