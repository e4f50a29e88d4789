import type { ParameterDefinition } from '@millrace/contract/data';

type Shown = Pick<ParameterDefinition, 'displayOptions'>;

/** The schema of a table, chosen from those of the database. */
export const schemaLocator = (displayOptions: Shown['displayOptions']) =>
  ({
    displayName: 'Schema',
    name: 'schema',
    type: 'resourceLocator',
    default: { __rl: true, mode: 'list', value: 'public' },
    required: true,
    description: 'The schema of the table',
    modes: [
      { displayName: 'From list', name: 'list', type: 'list', typeOptions: { searchListMethod: 'schemaSearch' } },
      { displayName: 'By name', name: 'name', type: 'string', placeholder: 'public' },
    ],
    displayOptions,
  }) as const satisfies ParameterDefinition;

/** A table of that schema. */
export const tableLocator = <const Name extends string>(
  name: Name,
  description: string,
  displayOptions: Shown['displayOptions'],
) =>
  ({
    displayName: 'Table',
    name,
    type: 'resourceLocator',
    default: { __rl: true, mode: 'list', value: '' },
    required: true,
    description,
    modes: [
      {
        displayName: 'From list',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: 'tableSearch', searchable: true },
      },
      { displayName: 'By name', name: 'name', type: 'string', placeholder: 'product' },
    ],
    displayOptions,
  }) as const satisfies ParameterDefinition;
