import { readFile } from 'node:fs/promises';
import type { SchemaShape } from '../schema-shape.ts';

/**
 * What all migrations together make of an empty database. A test writes these files anew when it is told to:
 *
 *     npx vitest run --project=server src/db/expected-schema --update
 */
export const readExpectedSchema = async (dialect: 'sqlite' | 'postgres'): Promise<SchemaShape> =>
  JSON.parse(await readFile(new URL(`./${dialect}.json`, import.meta.url), 'utf8')) as SchemaShape;
