import type { ParameterOption } from './definition.ts';
import type { FieldType } from './field-type.ts';

/** What methods of a node type answer that offer choices for its parameters. */

/** One page of what can be chosen. */
export interface SearchResult {
  results: { name: string; value: string | number; url?: string; description?: string }[];
  /** Left out on the last page. */
  nextPage?: string;
}

/** The columns of what a resource mapper writes to. */
export interface MappedFields {
  fields: MappedField[];
  /** Said where there are none. */
  emptyMessage?: string;
}

export interface MappedField {
  id: string;
  displayName: string;
  /** Left out: values go to it as they are. */
  type?: FieldType;
  required?: boolean;
  /** It is shown for mapping. Default true. */
  display?: boolean;
  readOnly?: boolean;
  /** It can tell which record is meant. */
  canBeUsedToMatch?: boolean;
  /** It is preselected for that. */
  defaultMatch?: boolean;
  /** For `options`. */
  options?: readonly ParameterOption[];
  defaultValue?: string | number | boolean | null;
  /** The user has taken it out of the mapping. */
  removed?: boolean;
}
