import { expect, test } from 'vitest';
import type { z } from 'zod';
import { dataTableColumnNameSchema } from './api/data-tables.ts';
import { templateEndpoints } from './api/templates.ts';
import { versionEndpoints } from './api/versions.ts';
import { folderNameSchema } from './folder.ts';
import { tagNameSchema } from './tag.ts';
import { workflowCreateSchema } from './workflow.ts';

const names: Record<string, z.ZodType> = {
  tag: tagNameSchema,
  folder: folderNameSchema,
  column: dataTableColumnNameSchema,
  version: versionEndpoints.rename.body.shape.name,
  template: templateEndpoints.create.body.shape.name,
};

const isTaken = (schema: z.ZodType, name: string): boolean => schema.safeParse(name).success;

test.each(Object.entries(names))('the name of a %s is a single line that can be seen', (_, schema) => {
  expect(['Orders', 'Größe 1', '注文', '🎉', '—', 'مرحبا 1'].filter((name) => !isTaken(schema, name))).toEqual([]);
  const bad = ['a\nb', 'a\u0000', 'a\u2028b', '\u200b', '\u2060\u200d', '\u202egnp.exe', 'a\u2066b', ' '];
  expect(bad.filter((name) => isTaken(schema, name))).toEqual([]);
});

test('the name of a workflow, which may come from elsewhere, has to be seen', () => {
  const { name } = workflowCreateSchema.shape;
  expect(['a\nb', '🎉'].filter((text) => !isTaken(name, text))).toEqual([]);
  expect(['\u200b', ' \u2060 ', 'a\u0000'].filter((text) => isTaken(name, text))).toEqual([]);
});
