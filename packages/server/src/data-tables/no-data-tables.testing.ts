import type { AnswerDataTables, DataTableAnswer } from './protocol.ts';

/** For tests in which no node asks for any. */
export const noDataTables: AnswerDataTables = async () =>
  JSON.stringify({ refused: 'There are no data tables here' } satisfies DataTableAnswer);
