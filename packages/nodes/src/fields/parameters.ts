import type { ParameterDefinition } from '@millrace/contract/data';

/** For nodes that name fields: whether dots lead into objects. */
export const disableDotNotationOption = {
  displayName: 'Disable dot notation',
  name: 'disableDotNotation',
  type: 'boolean',
  default: false,
  description: 'Whether "a.b" names a field of that very name',
} as const satisfies ParameterDefinition;
