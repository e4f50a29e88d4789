/** What a value can be asked to be, by `validateType` or by a column of a resource mapper. */
export const fieldTypes = [
  'string',
  'string-alphanumeric',
  'number',
  'boolean',
  'dateTime',
  'time',
  'array',
  'object',
  'options',
  'url',
  'jwt',
  'form-fields',
] as const;
export type FieldType = (typeof fieldTypes)[number];
