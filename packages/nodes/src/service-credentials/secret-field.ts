import type { ParameterDefinition } from '@millrace/contract/data';

interface More {
  description?: string;
  /** Without it the field may stay empty. */
  required?: boolean;
}

/** A field whose content is never shown again. */
export const secretField = <const N extends string>(name: N, displayName: string, more: More = {}) =>
  ({
    name,
    displayName,
    type: 'string',
    default: '',
    typeOptions: { password: true },
    ...more,
  }) as const satisfies ParameterDefinition;
