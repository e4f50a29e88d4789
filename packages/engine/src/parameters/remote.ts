import type { ParameterDefinition } from '@millrace/contract/data';

/** Whether the choices of a parameter come from its service, beside those that it names itself. */
export const loadsChoices = ({ typeOptions }: Pick<ParameterDefinition, 'typeOptions'>): boolean =>
  typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions !== undefined;
