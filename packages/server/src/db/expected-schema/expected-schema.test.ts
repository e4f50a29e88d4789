import path from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { openPostgres } from '../postgres.ts';
import { readSchemaShape } from '../schema-shape.ts';
import { openSqlite } from '../sqlite.ts';
import { createTestPostgres, temporaryFolder } from '../testing.ts';

test.each([
  ['sqlite', async () => openSqlite(path.join(await temporaryFolder(), 'millrace.sqlite'), { migrations })],
  ['postgres', async () => openPostgres(await createTestPostgres(), { migrations, maxConnections: 1 })],
] as const)('the expected schema is what the migrations make (%s)', async (dialect, open) => {
  const { db, close } = await open();
  const { schema_migrations: _, ...shape } = await readSchemaShape(db, dialect);
  await close();
  await expect(`${JSON.stringify(shape, null, 2)}\n`).toMatchFileSnapshot(`./${dialect}.json`);
});
