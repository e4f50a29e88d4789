import type { Asker } from '../credentials/types.ts';

/** What a process that runs code of nodes asks of data tables, and what it is answered. Both travel as text: what is in between need not read them. */

export interface DataTableQuestion {
  /** By which the process that asks is known. */
  token: string;
  asker: Asker;
  /** Of a write that may be asked for once more, and is made once. */
  key?: string;
  /** JSON of a DataTableRequest. */
  request: string;
}

export type DataTableAnswer = { value: unknown } | { refused: string; description?: string };

/** @returns JSON of a DataTableAnswer; it does not fail */
export type AnswerDataTables = (question: DataTableQuestion) => Promise<string>;
