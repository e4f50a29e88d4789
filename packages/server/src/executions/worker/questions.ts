import type { BinaryData, Item } from '@millrace/contract';
import { fileIsMissing } from '../../platform/binary/missing.ts';
import type { Question } from '../workers/protocol.ts';

/** What an execution asks of the serving process about itself. */
export interface Questions {
  /** For whom it runs: people who share something with others have a part of it. */
  share(): Promise<string>;
  /** @throws NodeError for a file that it may not read, in the words for one that is not there */
  assertFiles(files: Iterable<BinaryData>): Promise<void>;
  answer(id: number, answer: string | boolean): void;
}

export const filesOf = function* (items: Iterable<Pick<Item, 'binary'>>): Generator<BinaryData> {
  for (const { binary } of items) if (binary) yield* Object.values(binary);
};

const ownerOf = ({ id }: BinaryData): number | undefined => {
  const owner = id === undefined ? '' : id.slice(0, id.indexOf('/'));
  return /^\d{1,18}$/.test(owner) ? Number(owner) : undefined;
};

export const createQuestions = (options: {
  executionId: number;
  send(id: number, question: Question): void;
  resumed(): void;
}): Questions => {
  const waiting = new Map<number, (answer: string | boolean) => void>();
  const owners = new Map<number, Promise<boolean>>();
  let share: Promise<string> | undefined;
  let lastId = 0;

  const ask = async <T extends string | boolean>(question: Question): Promise<T> => {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<string | boolean>();
    waiting.set(id, resolve);
    options.send(id, question);
    return (await promise.finally(options.resumed)) as T;
  };

  const mayRead = (owner: number): Promise<boolean> => {
    const known = owners.get(owner) ?? ask<boolean>({ about: 'filesOf', executionId: owner });
    owners.set(owner, known);
    return known;
  };

  return {
    share: () => (share ??= ask<string>({ about: 'share' })),

    async assertFiles(files) {
      for (const file of files) {
        const owner = ownerOf(file);
        if (owner !== undefined && owner !== options.executionId && !(await mayRead(owner))) throw fileIsMissing(file);
      }
    },

    answer(id, answer) {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
};
