import { isObject, type JsonObject } from '@millrace/contract/data';

/** Value of a resource mapper, as operations read it. */
export interface Columns {
  isAutomatic: boolean;
  values: JsonObject;
  matchBy: string[];
}

/** @param input what is taken where the columns are those of the input */
export const readColumns = (given: unknown, input: JsonObject): Columns => {
  const { mappingMode, value, matchingColumns } = isObject(given) ? given : {};
  const isAutomatic = mappingMode === 'autoMapInputData';
  return {
    isAutomatic,
    values: isAutomatic ? input : isObject(value) ? (value as JsonObject) : {},
    matchBy: Array.isArray(matchingColumns) ? matchingColumns.map(String) : [],
  };
};
