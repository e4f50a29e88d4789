import {
  isObject,
  type Json,
  type MappedField,
  type ParameterDefinition,
  type ResourceMapperTypeOptions,
  type ResourceMapperValue,
} from '@millrace/contract';

/** A stored value as a mapping; what is missing in it is empty. */
export const asMapper = (value: unknown): ResourceMapperValue => {
  const held = isObject(value) ? value : {};
  return {
    ...held,
    mappingMode: typeof held.mappingMode === 'string' ? held.mappingMode : 'defineBelow',
    value: isObject(held.value) ? (held.value as Record<string, Json>) : null,
    matchingColumns: Array.isArray(held.matchingColumns) ? held.matchingColumns.map(String) : [],
    schema: Array.isArray(held.schema) ? (held.schema as MappedField[]) : [],
    attemptToConvertTypes: held.attemptToConvertTypes === true,
    convertFieldsToString: held.convertFieldsToString === true,
  };
};

const needsMatch = ({ mode }: ResourceMapperTypeOptions): boolean => mode === 'update' || mode === 'upsert';

export const matchable = ({ schema }: ResourceMapperValue): MappedField[] =>
  schema.filter(({ canBeUsedToMatch }) => canBeUsedToMatch === true);

/** What the mapping matches by, of the columns that there are. */
const matching = (
  schema: readonly MappedField[],
  chosen: readonly string[],
  options: ResourceMapperTypeOptions,
): string[] => {
  if (!needsMatch(options)) return [];
  const kept = chosen.filter((id) => schema.some((field) => field.id === id));
  if (kept.length > 0) return kept;
  const preselected = schema.filter((field) => field.canBeUsedToMatch && field.defaultMatch).map(({ id }) => id);
  return options.multiKeyMatch ? preselected : preselected.slice(0, 1);
};

/** The mapping over the columns that the service has now: what has gone is taken out, what is new is there as the definition says. */
export const withColumns = (
  mapper: ResourceMapperValue,
  columns: readonly MappedField[],
  options: ResourceMapperTypeOptions,
): ResourceMapperValue => {
  const isFirst = mapper.schema.length === 0;
  const known = new Map(mapper.schema.map((field) => [field.id, field]));
  const schema = columns.map((column) => {
    const wasRemoved = known.get(column.id)?.removed;
    const isNew = !isFirst && !known.has(column.id);
    const isLeftOut = column.required ? false : (wasRemoved ?? (isNew || options.addAllFields === false));
    const isWritten = mapper.value !== null && Object.hasOwn(mapper.value, column.id);
    return { ...column, removed: isLeftOut && !isWritten };
  });
  const held = Object.entries(mapper.value ?? {}).filter(([id]) => columns.some((field) => field.id === id));
  const begun = columns.flatMap(({ id, defaultValue }): [string, Json][] =>
    defaultValue === undefined || known.has(id) || held.some(([name]) => name === id) ? [] : [[id, defaultValue]],
  );
  const values = [...held, ...begun];
  return {
    ...mapper,
    schema,
    value: values.length > 0 ? Object.fromEntries(values) : null,
    matchingColumns: matching(schema, mapper.matchingColumns, options),
  };
};

/** Columns that values can be written to, in the order of the service; those that rows are matched by come first. */
export const writableColumns = (mapper: ResourceMapperValue): MappedField[] => {
  const writable = mapper.schema.filter(({ display, readOnly }) => display !== false && !readOnly);
  const isMatched = ({ id }: MappedField) => mapper.matchingColumns.includes(id);
  return [...writable.filter(isMatched), ...writable.filter((field) => !isMatched(field))];
};

export const withRemoved = (
  mapper: ResourceMapperValue,
  ids: readonly string[],
  removed: boolean,
): ResourceMapperValue => {
  const values = Object.entries(mapper.value ?? {}).filter(([id]) => !removed || !ids.includes(id));
  return {
    ...mapper,
    schema: mapper.schema.map((field) => (ids.includes(field.id) ? { ...field, removed } : field)),
    value: values.length > 0 ? Object.fromEntries(values) : null,
  };
};

/** @param value undefined takes it away */
export const withValue = (mapper: ResourceMapperValue, id: string, value: Json | undefined): ResourceMapperValue => {
  const { [id]: _, ...others } = mapper.value ?? {};
  const values = value === undefined ? others : { ...mapper.value, [id]: value };
  return { ...mapper, value: Object.keys(values).length > 0 ? values : null };
};

/** The field in which a column's value is written. */
export const columnDefinition = (
  field: MappedField,
  { convertFieldsToString }: ResourceMapperValue,
): ParameterDefinition => {
  const base = { name: field.id, displayName: field.displayName || field.id };
  const type = convertFieldsToString && field.type !== 'options' ? 'string' : field.type;
  if (type === 'number') return { ...base, type, default: null };
  if (type === 'boolean') return { ...base, type, default: false };
  if (type === 'dateTime') return { ...base, type, default: '' };
  if (type === 'options') return { ...base, type, default: '', options: field.options };
  if (type === 'array' || type === 'object' || type === 'form-fields') return { ...base, type: 'json', default: '' };
  return { ...base, type: 'string', default: '' };
};
