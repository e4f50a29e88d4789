import type { FilterOptions, ParameterDefinition } from '@millrace/contract/data';

/** What If, Filter and Switch offer beside their conditions. */

export const looseTypeValidationParameter = {
  displayName: 'Convert types where required',
  name: 'looseTypeValidation',
  type: 'boolean',
  default: false,
  description: 'Whether a value of another type is converted before it is compared, instead of being an error',
} as const satisfies ParameterDefinition;

export const ignoreCaseParameter = {
  displayName: 'Ignore case',
  name: 'ignoreCase',
  type: 'boolean',
  default: true,
  description: 'Whether capital and small letters count as equal',
} as const satisfies ParameterDefinition;

interface FilterFlags {
  ignoreCase?: boolean;
  looseTypeValidation?: boolean;
}

/** What the node's own switches change in the options that are stored with the conditions. */
export const filterOverrides = (options: FilterFlags, looseTypeValidation: boolean | undefined): FilterOptions => ({
  ...(options.ignoreCase === undefined ? {} : { caseSensitive: !options.ignoreCase }),
  ...(looseTypeValidation || options.looseTypeValidation ? { typeValidation: 'loose' } : {}),
});
