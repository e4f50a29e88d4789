import { type AskDataTables, type DataTableAnswers, type DataTableRequest, NodeError } from '@millrace/engine/node-api';
import type { DataTableAnswer } from '../../data-tables/protocol.ts';
import type { CallKeys } from './call-keys.ts';

/** What the nodes of an execution, or of a call, ask of data tables: the serving process answers. */
export interface DataTableClient {
  of(signal: AbortSignal): AskDataTables;
  /** @param text JSON of a DataTableAnswer */
  answer(id: number, text: string): void;
}

const isRead = ({ op }: DataTableRequest): boolean => ['list', 'find', 'rows', 'count'].includes(op);

/** @param resumed called whenever code of a node goes on */
export const createDataTableClient = (options: {
  keys: Pick<CallKeys, 'nameOf'>;
  /** @param request JSON of a DataTableRequest */
  send(id: number, key: string | undefined, request: string): void;
  resumed(): void;
}): DataTableClient => {
  const waiting = new Map<number, (answer: DataTableAnswer) => void>();
  let lastId = 0;

  const ask = async (request: DataTableRequest, signal: AbortSignal): Promise<unknown> => {
    signal.throwIfAborted();
    const id = ++lastId;
    const text = JSON.stringify(request);
    const { promise, resolve, reject } = Promise.withResolvers<DataTableAnswer>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    waiting.set(id, resolve);
    options.send(id, isRead(request) ? undefined : options.keys.nameOf(text), text);
    try {
      const answer = await promise;
      if ('refused' in answer) throw new NodeError(answer.refused, { description: answer.description });
      return answer.value;
    } finally {
      signal.removeEventListener('abort', stop);
      waiting.delete(id);
      options.resumed();
    }
  };

  return {
    of:
      (signal) =>
      async <R extends DataTableRequest>(request: R) =>
        (await ask(request, signal)) as DataTableAnswers[R['op']],
    answer: (id, text) => waiting.get(id)?.(JSON.parse(text) as DataTableAnswer),
  };
};
