import { isObject, type MappedField } from '@millrace/contract/data';
import { isOfFieldType, toFieldType } from './field-types.ts';

/** Values of resource mappers: columns of a service, and what is written to each. */

/** The columns that the mapping was written for; nothing that is no column. */
export const mappedFields = (mapper: Readonly<Record<string, unknown>>): readonly MappedField[] =>
  Array.isArray(mapper.schema) ? mapper.schema.filter((field) => isObject(field) && typeof field.id === 'string') : [];

/** The columns that values are written to. */
export const writtenFields = (mapper: Readonly<Record<string, unknown>>): readonly MappedField[] =>
  mapper.mappingMode === 'autoMapInputData'
    ? []
    : mappedFields(mapper).filter((field) => field.display !== false && !field.removed && !field.readOnly);

/**
 * The value of one column as the service's type wants it.
 * @throws Error that names the column
 */
export const toColumn = (value: unknown, field: MappedField, mapper: Readonly<Record<string, unknown>>): unknown => {
  if (!field.type) return value;
  // Services take what is no text for a column of text, unless the mapping says otherwise.
  if (field.type === 'string') return mapper.convertFieldsToString ? toFieldType(value, 'string') : value;
  const { type, options, displayName } = field;
  try {
    if (mapper.attemptToConvertTypes) return toFieldType(value, type, options);
    if (isOfFieldType(value, type, options)) return value;
    // Says what was expected, for a value that converting would have let pass.
    toFieldType(value, type, options);
    throw new Error(`Expected ${type} but got ${typeof value}; converting types is switched off`);
  } catch (error) {
    throw new Error(`Column "${displayName || field.id}": ${(error as Error).message}`, { cause: error });
  }
};
