import type { Json } from '../json.ts';
import type { MappedField } from './answers.ts';

/** The values of parameters that are more than one text, number or choice, as workflows hold them. */

/** Value of a resource locator and of a workflow selector. */
export interface ResourceLocatorValue {
  __rl: true;
  mode: string;
  value: string | number | null;
  cachedResultName?: string;
  cachedResultUrl?: string;
}

/** Value of an assignment collection. */
export interface AssignmentCollectionValue {
  assignments: {
    id?: string;
    name: string;
    value: unknown;
    type?: 'string' | 'number' | 'boolean' | 'array' | 'object';
  }[];
}

/** Value of a resource mapper. */
export interface ResourceMapperValue {
  mappingMode: 'defineBelow' | 'autoMapInputData' | (string & {});
  /** Id of a column → its value. */
  value: { [column: string]: Json } | null;
  /** Ids of the columns by which rows are found. */
  matchingColumns: string[];
  /** The columns as they were when the mapping was written. */
  schema: MappedField[];
  attemptToConvertTypes: boolean;
  convertFieldsToString: boolean;
}

/** Value of an icon parameter. */
export interface IconValue {
  type: 'icon' | 'emoji';
  /** Name of the icon, or the emoji itself. */
  value: string;
}
