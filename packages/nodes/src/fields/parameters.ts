import type { ParameterDefinition } from '@millrace/contract/data';

/** For nodes that name fields: whether dots lead into objects. */
export const disableDotNotationOption = {
  displayName: 'Disable dot notation',
  name: 'disableDotNotation',
  type: 'boolean',
  default: false,
  description: 'Whether to read "a.b" as the name of one field instead of a path',
} as const satisfies ParameterDefinition;

/** For a parameter that names fields: a text with commas, or a list that an expression or an imported workflow gives. */
export const fieldNames = { type: 'string', default: '', keepsType: true } as const;
