import { isObject } from '@millrace/contract/data';
import { type AskDataTables, type DataTableFacts, type NodeContext, NodeError } from '@millrace/engine/node-api';

/** Ids of this instance; those that other tools write into workflows are not. */
const isId = (value: string): boolean => /^\d{1,15}$/.test(value);

/** How the parameter names a table. What was chosen on another instance is found by its name. */
const referenceOf = (given: unknown): { id: string } | { name: string } => {
  const { mode, value, cachedResultName } = isObject(given) ? given : { mode: 'id', value: given };
  const text = String(value ?? '').trim();
  if (text === '') throw new NodeError('No data table is chosen', { description: 'Choose one, or name it.' });
  if (mode === 'name') return { name: text };
  if (!isId(text) && typeof cachedResultName === 'string' && cachedResultName !== '') return { name: cachedResultName };
  return { id: text };
};

/** Looks a table up once for each way in which items name it. */
export const createTableFinder = (context: Pick<NodeContext, 'parameter'> & { dataTables: AskDataTables }) => {
  const found = new Map<string, Promise<DataTableFacts>>();
  return (itemIndex?: number): Promise<DataTableFacts> => {
    const reference = referenceOf(
      (context.parameter as (name: string, index?: number) => unknown)('dataTableId', itemIndex),
    );
    const key = JSON.stringify(reference);
    const known = found.get(key) ?? context.dataTables({ op: 'find', ...reference });
    found.set(key, known);
    return known;
  };
};
