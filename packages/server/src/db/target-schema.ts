import { readExpectedSchema } from './expected-schema/index.ts';
import type { Dialect, Migration, TargetSchema } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** The schema of this version of Millrace, or what other migrations make, of which nothing is known. */
export const readTargetSchema = async (
  dialect: Dialect['dialect'],
  others?: readonly Migration[],
): Promise<TargetSchema> =>
  others ? { migrations: others } : { migrations, expected: await readExpectedSchema(dialect) };
