import { isObject } from '@millrace/contract/data';
import { type AskDataTables, type DataTableFacts, type NodeContext, NodeError } from '@millrace/engine/node-api';

/** Ids of this instance; those that other tools write into workflows are not. */
const isId = (value: string): boolean => /^\d{1,15}$/.test(value);

type WithParameter = Pick<NodeContext, 'parameter'>;

const chosenTable = (context: WithParameter, itemIndex?: number) => {
  const given = (context.parameter as (name: string, index?: number) => unknown)('dataTableId', itemIndex);
  const { mode, value, cachedResultName } = isObject(given) ? given : { mode: 'id', value: given };
  return { mode, text: String(value ?? '').trim(), cachedResultName };
};

/** Whether the parameter names a table, there or not. */
export const isTableChosen = (context: WithParameter): boolean => chosenTable(context).text !== '';

/** How the parameter names a table. What was chosen on another instance is found by its name. */
const referenceOf = (context: WithParameter, itemIndex?: number): { id: string } | { name: string } => {
  const { mode, text, cachedResultName } = chosenTable(context, itemIndex);
  if (text === '') throw new NodeError('No data table is chosen', { description: 'Choose one, or name it.' });
  if (mode === 'name') return { name: text };
  if (!isId(text) && typeof cachedResultName === 'string' && cachedResultName !== '') return { name: cachedResultName };
  return { id: text };
};

/** Looks a table up once for each way in which items name it. */
export const createTableFinder = (context: WithParameter & { dataTables: AskDataTables }) => {
  const found = new Map<string, Promise<DataTableFacts>>();
  return (itemIndex?: number): Promise<DataTableFacts> => {
    const reference = referenceOf(context, itemIndex);
    const key = JSON.stringify(reference);
    const known = found.get(key) ?? context.dataTables({ op: 'find', ...reference });
    found.set(key, known);
    return known;
  };
};
