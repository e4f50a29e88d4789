import { type DataTableColumnType, dataTableSystemColumns } from '@millrace/contract/data';
import { type ChoicesContext, defineNode, type MappedField } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import { conditionChoices } from './conditions.ts';
import { createTableFinder, isTableChosen } from './find-table.ts';
import { dataTableParameters } from './parameters.ts';
import { executeRows, readingOperations, rowOperations } from './rows.ts';
import { executeTables } from './tables.ts';

type Choices = ChoicesContext<typeof dataTableParameters>;

interface NamedColumn {
  name: string;
  type: DataTableColumnType;
}

/** None before a table is chosen, which is no mistake yet. */
const ownColumns = async (context: Choices): Promise<readonly NamedColumn[]> =>
  isTableChosen(context) ? (await createTableFinder(context)()).columns : [];

const columnsOf = async (context: Choices): Promise<NamedColumn[]> => {
  if (!isTableChosen(context)) return [];
  const own = (await ownColumns(context)).map(({ name, type }) => ({ name, type }));
  const { id, ...times } = dataTableSystemColumns;
  return [{ name: 'id', type: id }, ...own, ...Object.entries(times).map(([name, type]) => ({ name, type }))];
};

const mappedTypes: Record<DataTableColumnType, MappedField['type']> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'dateTime',
};

export const dataTableNode = defineNode({
  name: 'core.dataTable',
  displayName: 'Data Table',
  description: 'Stores rows in a table of this instance and keeps them between executions',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  aliases: ['n8n-nodes-base.dataTable'],
  group: ['input', 'transform'],
  defaults: { name: 'Data Table', color: '#2b8496' },
  subtitle: '={{ $parameter.operation + ": " + $parameter.resource }}',
  inputs: ['main'],
  outputs: ['main'],
  usableAsTool: true,
  repeatable: (context) => readingOperations.includes(String(context.parameter('operation'))),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['database', 'storage', 'rows', 'columns', 'spreadsheet', 'memory', 'save'],
  },
  parameters: dataTableParameters,
  execute(context) {
    const operation = String(context.parameter('operation'));
    if (context.parameter('resource') === 'table') return executeTables(context, operation);
    chosen(Object.fromEntries(rowOperations.map((name) => [name, name])), 'Operation', operation);
    return executeRows(context, operation);
  },
  methods: {
    search: {
      async tableSearch({ dataTables }, { filter = '' }) {
        const found = (await dataTables({ op: 'list' })).filter(({ name }) =>
          name.toLowerCase().includes(filter.toLowerCase()),
        );
        return { results: found.map(({ id, name }) => ({ name, value: id })) };
      },
    },
    options: {
      getDataTableColumns: async (context) =>
        (await columnsOf(context)).map(({ name, type }) => ({ name, value: name, description: `Type: ${type}` })),
      async getConditionsForColumn(context) {
        const wanted = context.sibling('keyName');
        const columns = await columnsOf(context).catch(() => []);
        return conditionChoices(columns.find(({ name }) => name === wanted)?.type);
      },
    },
    mapping: {
      async getDataTables(context) {
        return {
          fields: (await ownColumns(context)).map(({ name, type }) => ({
            id: name,
            displayName: name,
            type: mappedTypes[type],
            required: false,
            defaultMatch: false,
            canBeUsedToMatch: false,
            display: true,
            readOnly: false,
          })),
        };
      },
    },
  },
});
