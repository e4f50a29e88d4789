import { expect, test } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { openPostgres } from '../postgres.ts';
import { readSchemaShape } from '../schema-shape.ts';
import { openSqlite } from '../sqlite.ts';
import { createTestPostgres } from '../testing.ts';

test.each([
  ['sqlite', () => openSqlite(':memory:', { migrations, writerThread: false })],
  ['postgres', async () => openPostgres(await createTestPostgres(), { migrations, maxConnections: 1 })],
] as const)('the expected schema is what the migrations make (%s)', async (dialect, open) => {
  const { db, close } = await open();
  const { schema_migrations: _, ...shape } = await readSchemaShape(db, dialect);
  await close();
  await expect(`${JSON.stringify(shape, null, 2)}\n`).toMatchFileSnapshot(`./${dialect}.json`);
});
