import { readdir, readFile } from 'node:fs/promises';
import {
  fromFormat,
  type NodeTypeDescription,
  readWorkflow,
  templateCategorySchema,
  toFormat,
  workflowGraphSchema,
} from '@millrace/contract';
import { createNodeTypeRegistry, issueLines, nodeIssues } from '@millrace/engine';
import { createFakeHost, runWorkflowForTest } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openDataTables } from '../data-tables/data-tables.testing.ts';
import { openTestSqlite } from '../db/testing.ts';
import { openCatalogue } from '../node-types/catalogue.ts';
import { createNodeTypes } from '../node-types/service.ts';
import { openTestSandbox } from '../sandbox/sandbox.testing.ts';
import { bundledCatalog, openCatalogFiles } from './catalog.ts';
import { layoutProblems } from './layout.testing.ts';
import { isProbe, withProbes } from './probes.testing.ts';

/*
 * Holds every template that comes with the product against what a template has to be, and runs it through the engine. Whatever would reach a service, or
 * waits for an event, is stood in for by the pinned data of `<id>-<name>.trial.json` beside it.
 *
 * One template alone:  npx vitest run --project=server src/templates/catalog -t 101-
 */

const workflowsFolder = new URL('workflows/', bundledCatalog);
const readText = (name: string, folder = workflowsFolder): Promise<string> => readFile(new URL(name, folder), 'utf8');

const files = await readdir(workflowsFolder);
const stems = files.flatMap((name) => (/^[\w-]+\.json$/.test(name) ? name.replace('.json', '') : [])).sort();
const categories = templateCategorySchema.array().parse(JSON.parse(await readText('categories.json', bundledCatalog)));

const templateFileSchema = z.strictObject({
  name: z.string().min(8).max(80),
  keywords: z.string().max(200).optional(),
  categories: z.array(z.number().int()).min(1).max(4),
  createdAt: z.iso.datetime(),
  workflow: workflowGraphSchema.omit({ staticData: true, meta: true }).strict(),
});

const pinnedItemSchema = z.strictObject({
  json: z.record(z.string(), z.any()),
  /** Files as base64. */
  binary: z.record(z.string(), z.looseObject({ data: z.base64(), mimeType: z.string() })).optional(),
});

const trialSchema = z.strictObject({
  pinData: z.record(z.string(), z.array(pinnedItemSchema)).default({}),
  /** The trigger that starts it. Default: the first. */
  start: z.string().optional(),
  /** Items of nodes, of all their outputs together. */
  expect: z.record(z.string(), z.number().int()).default({}),
});

/** Names of things, which keep their capitals in the middle of a title. */
const properNames = new Set(
  'Airtable Amazon Calendar English Excel German GitHub Google Gmail Markdown Monday Friday January Postgres PostgreSQL MySQL Redis Slack Supabase Telegram Zoom'.split(
    ' ',
  ),
);
const capitals = (name: string): string[] =>
  name
    .split(/\s+/)
    .slice(1)
    .filter((word) => /^[A-Z][a-z]+$/.test(word.replaceAll(/\W/g, '')) && !properNames.has(word.replaceAll(/\W/g, '')));

const catalogue = openCatalogue();
const describeNode = ({ type, typeVersion = 1 }: { type: string; typeVersion?: number }) =>
  catalogue.describe(type, typeVersion);
const isTrigger = (type: NodeTypeDescription | undefined): boolean => type?.group.includes('trigger') ?? false;

const readFileOf = async (stem: string) => {
  const raw: unknown = JSON.parse(await readText(`${stem}.json`));
  return templateFileSchema.parse(raw);
};
const readTrial = async (stem: string) =>
  trialSchema.parse(files.includes(`${stem}.trial.json`) ? JSON.parse(await readText(`${stem}.trial.json`)) : {});

/** Real data tables, of which there are none to begin with. */
const openTables = async () => {
  const { db, askAs } = openDataTables(await openTestSqlite());
  await db.insertInto('users').values({ id: 'ada', role: 'member', created_at: 1, updated_at: 1 }).execute();
  return askAs({ workflowId: null, ranBy: 'ada' });
};

const hasNull = (json: object = {}): boolean => Object.values(json).includes(null);

const sandbox = openTestSandbox();
beforeAll(() => sandbox.start());
afterAll(() => sandbox.close());

describe.each(stems)('template %s', (stem) => {
  test('is a file as others are', async () => {
    expect(stem).toMatch(/^[1-9]\d*-[a-z0-9]+(-[a-z0-9]+)*$/);
    const { name, categories: own, workflow } = await readFileOf(stem);
    expect(categories.map(({ id }) => id)).toEqual(expect.arrayContaining(own));
    expect(name, 'a name begins with a capital and ends without a point').toMatch(/^[A-Z].*[^.\s]$/);
    expect(capitals(name), 'names are in sentence case; what is a proper name is listed in this test').toEqual([]);
    expect(await readText(`${stem}.md`), 'its description says what it does, for whom, and what to set').toMatch(
      /^(?!# )[\s\S]{300,}$/,
    );
    expect(
      workflow.nodes.some(
        ({ type, parameters }) => type === 'core.stickyNote' && String(parameters?.content).length > 40,
      ),
      'it has a note that explains',
    ).toBe(true);
  });

  test('has bundled nodes only, under their own names, each set up but for credentials', async () => {
    const { workflow } = await readFileOf(stem);
    const problems = workflow.nodes.flatMap((node) => {
      const type = describeNode(node);
      if (type?.name !== node.type) return [`${node.name}: ${node.type} is no bundled type of this version`];
      if (node.credentials) return [`${node.name}: it has credentials of somebody`];
      const issues = nodeIssues(node, type);
      return issues ? issueLines(issues).map((line) => `${node.name}: ${line}`) : [];
    });
    expect(problems).toEqual([]);
  });

  test('has wires to all nodes, and nothing lies on top of something else', async () => {
    const { nodes, connections } = (await readFileOf(stem)).workflow;
    const targets = Object.values(connections).flatMap((byType) => Object.values(byType).flat(2));
    const reached = new Set(targets.map((target) => target?.node));
    const names = new Set(nodes.map(({ name }) => name));
    const unknown = [...Object.keys(connections), ...reached].filter((name) => !names.has(String(name)));
    expect(unknown, 'wires of nodes that there are not').toEqual([]);
    const loose = nodes.filter((node) => {
      const type = describeNode(node);
      const gives = connections[node.name] !== undefined;
      return node.type !== 'core.stickyNote' && !isTrigger(type) && !reached.has(node.name) && !gives;
    });
    expect(
      loose.map(({ name }) => name),
      'nodes without wires',
    ).toEqual([]);
    expect(layoutProblems(nodes)).toEqual([]);
  });

  test('comes out of an import as it went in', async () => {
    const { workflow, name } = await readFileOf(stem);
    const read = readWorkflow(workflow);
    expect(read).toMatchObject({ success: true, notes: [] });
    expect(toFormat(fromFormat({ ...workflow, name }))).toEqual({ ...workflow, name });
  });

  test('runs', async () => {
    const { workflow } = await readFileOf(stem);
    const trial = await readTrial(stem);
    const names = new Set(workflow.nodes.map(({ name }) => name));
    expect([...Object.keys(trial.pinData), ...Object.keys(trial.expect)].filter((name) => !names.has(name))).toEqual(
      [],
    );
    const probed = withProbes(workflow, Object.keys(trial.pinData));
    const start = trial.start ?? workflow.nodes.find((node) => isTrigger(describeNode(node)))?.name;
    const nodeTypes = createNodeTypeRegistry(await loadNodeTypes(probed.nodes.map(({ type }) => type)));
    const host = createFakeHost({
      dataTables: await openTables(),
      http: ({ method, url }) => {
        throw new Error(`${method} ${url} is called: the node needs pinned data in ${stem}.trial.json`);
      },
      reach: ({ host: name }) => {
        throw new Error(`${name} is connected to: the node needs pinned data in ${stem}.trial.json`);
      },
    });
    const run = await runWorkflowForTest(
      { ...probed, id: '1', name: 'Trial', active: false },
      {
        nodeTypes,
        host: { ...host, code: sandbox.client },
        start: { kind: 'trigger', node: start, payload: { kind: 'manual' } },
        pinData: { ...workflow.pinData, ...trial.pinData } as never,
      },
    );
    expect(run.error?.message ?? run.status).toBe('success');
    const failed = run.finished.flatMap(({ node, task }) => (task.error ? [`${node}: ${task.error.message}`] : []));
    expect(failed).toEqual([]);
    const missing = run.order
      .filter(isProbe)
      .filter((node) => run.tasks(node).some(({ data }) => data?.main?.flat().some((item) => hasNull(item?.json))));
    expect(missing, 'expressions that give nothing').toEqual([]);
    const counts = Object.fromEntries(
      Object.keys(trial.expect).map((node) => [
        node,
        run.tasks(node).flatMap(({ data }) => (data?.main ?? []).flatMap((items) => items ?? [])).length,
      ]),
    );
    expect(counts).toEqual(trial.expect);
  });
});

test('no two templates have one id or one name', async () => {
  const ids = stems.map((stem) => Number.parseInt(stem, 10));
  expect(ids).toEqual([...new Set(ids)]);
  const names = await Promise.all(stems.map(async (stem) => (await readFileOf(stem)).name.toLowerCase()));
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  const others = files.filter((name) => !stems.includes(name.replace(/(\.trial)?\.json$|\.md$/, '')));
  expect(others, 'files of no template').toEqual([]);
});

test('collections hold templates that there are', async () => {
  const collectionSchema = z.strictObject({
    id: z.number().int(),
    name: z.string().min(4).max(60),
    description: z.string().min(80),
    workflows: z.array(z.number().int()).min(3),
    createdAt: z.iso.datetime(),
  });
  const collections = collectionSchema.array().parse(JSON.parse(await readText('collections.json', bundledCatalog)));
  expect(collections.length).toBeGreaterThanOrEqual(8);
  const ids = new Set(stems.map((stem) => Number.parseInt(stem, 10)));
  expect(collections.flatMap(({ workflows }) => workflows).filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(collections.map(({ id }) => id)).size).toBe(collections.length);
  expect(collections.flatMap(({ name }) => capitals(name))).toEqual([]);
});

test('all of them are read for the host', async () => {
  const { templates } = await openCatalogFiles(createNodeTypes(catalogue))();
  expect(templates).toHaveLength(stems.length);
  expect(templates.length, 'enough to choose from').toBeGreaterThanOrEqual(60);
  expect(Math.max(...templates.map(({ listing }) => listing.nodes.length)), 'one has many types').toBeGreaterThan(5);
  const used = new Set(templates.flatMap((template) => template.categories.map(({ id }) => id)));
  expect(
    [...used].sort((one, other) => one - other),
    'no category is empty',
  ).toEqual(categories.map(({ id }) => id));
});

test('every category, collection and template has its German texts', async () => {
  const read = openCatalogFiles(createNodeTypes(catalogue));
  const texts = JSON.parse(await readText('texts.de.json', bundledCatalog));
  const { collections: english, templates } = await read();
  expect(Object.keys(texts.categories).map(Number)).toEqual(categories.map(({ id }) => id));
  expect(Object.keys(texts.collections).map(Number)).toEqual(english.map(({ id }) => id).sort((a, b) => a - b));
  const ids = templates.map(({ listing }) => listing.id);
  expect(Object.keys(texts.templates).map(Number)).toEqual(ids.sort((a, b) => a - b));
  for (const { id, description } of (await read('de')).collections)
    expect(description).not.toBe(english.find((one) => one.id === id)?.description);
});

test.each([
  ['uptime', 230],
  ['website down', 230],
  ['monitor my website', 230],
  ['vacation', 224],
])('the search for %s finds template %i', async (wanted, id) => {
  const { select } = await openCatalogFiles(createNodeTypes(catalogue))();
  expect(select.templates({ search: wanted }).map(({ listing }) => listing.id)).toContain(id);
});
