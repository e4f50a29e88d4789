import { Readable } from 'node:stream';
import type { PromptAnswer } from '@millrace/contract';
import { escapeFormula, lineEnd, stringify } from '@millrace/nodes/csv';

const columns = {
  question: ({ question }) => question,
  askedAt: ({ askedAt }) => askedAt,
  answeredAt: ({ answeredAt }) => answeredAt,
  userId: ({ user }) => user.id,
  user: ({ user }) => user.email,
  value: ({ value }) => value,
  email: ({ email }) => email,
  answers: ({ answers }) => answers && JSON.stringify(answers),
} satisfies Record<string, (answer: PromptAnswer) => string | number | null>;

const toText = (value: string | number | null): string =>
  typeof value === 'string' ? escapeFormula(value) : String(value ?? '');

/** A line for each answer, below one with the names of the columns. */
export const toCsv = (answers: readonly PromptAnswer[]): Readable => {
  const lines = answers.map((answer) => Object.values(columns).map((read) => toText(read(answer))));
  return Readable.from([Object.keys(columns), ...lines]).compose(
    stringify({ record_delimiter: '\r\n', quoted_match: lineEnd }),
  );
};
