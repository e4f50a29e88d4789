import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeApi, type OpenApi } from './document.ts';
import type { Operation } from './operations.ts';
import type { JsonSchema } from './schemas.ts';

const document = describeApi('1.2.3');

const operations = (of: OpenApi): { url: string; method: string; operation: Operation }[] =>
  Object.entries(of.paths).flatMap(([url, { servers: _, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ url, method, operation })),
  );

const lint = async (of: unknown): Promise<string[]> => {
  const problems = await lintFromString({
    source: JSON.stringify(of),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

test('the linter finds nothing against its recommended rules', async () => {
  expect(await lint(document)).toEqual([]);
  const { security: _, ...unsafe } = document.paths['/workflows']!.get!;
  const broken = { ...document, paths: { ...document.paths, '/workflows': { get: unsafe } } };
  expect(await lint(broken)).toContainEqual(expect.stringMatching(/^security-defined/));
});

describe('types made from it have names', () => {
  const schemaOf = (response: unknown): JsonSchema | undefined =>
    (response as { content?: Record<string, { schema?: JsonSchema }> }).content?.['application/json']?.schema;

  const hasName = (schema: JsonSchema): boolean =>
    schema.type === 'object' ? schema.additionalProperties !== undefined : !schema.properties;

  test.each(operations(document).map((entry) => [entry.operation.operationId, entry.operation] as const))(
    '%s',
    (_, { requestBody, responses }) => {
      const body = requestBody?.content['application/json']?.schema;
      if (body) expect(hasName(body)).toBe(true);
      const answer = schemaOf(responses[200]);
      const { data } = answer?.properties ?? {};
      if (data) expect(hasName(data)).toBe(true);
    },
  );

  test('as have all that the answers hold', () => {
    expect(Object.keys(document.components.schemas!)).toEqual(
      expect.arrayContaining([
        'Execution',
        'TaskData',
        'RunData',
        'Item',
        'NodeTypeDescription',
        'PushMessage',
        'Error',
      ]),
    );
  });
});

test('what a client must send is said', () => {
  const { paths } = document;
  expect(paths['/executions/{id}/retry']!.post!.requestBody?.required).toBe(false);
  expect(paths['/workflows']!.post!.requestBody?.required).toBe(true);
  expect(paths['/workflows']!.get!.parameters).toContainEqual({
    name: 'filter',
    in: 'query',
    required: false,
    description: 'JSON text.',
    schema: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/WorkflowFilter' },
    },
  });
  expect(paths['/workflows/run']!.post!.parameters).toContainEqual({ $ref: '#/components/parameters/SessionId' });
  expect(paths['/push']!.get!.parameters).toContainEqual(
    expect.objectContaining({ name: 'sessionId', required: true }),
  );
});

test('codes of errors are open: a later one breaks no client', () => {
  const { code, error } = (document.components.schemas!.Error as JsonSchema).properties!;
  expect(code!.anyOf).toContainEqual({ type: 'integer' });
  expect(error!.anyOf).toContainEqual({ type: 'string' });
});

test('below a path of a host the addresses have it', () => {
  const below = describeApi('1.2.3', '/automation');
  expect(below.servers).toEqual([{ url: '/automation/rest' }]);
  expect(below.paths['/healthz']!.servers).toEqual([{ url: '/automation' }]);
});

/** Calls every endpoint through a client that knows nothing but the description. */
const callsOf = (of: OpenApi): string =>
  [
    "import createClient from 'openapi-fetch';",
    "import type { operations, paths } from './api.ts';",
    "const client = createClient<paths>({ baseUrl: '' });",
    ...operations(of).flatMap(({ url, method, operation }, index) => {
      const id = `operations['${operation.operationId}']`;
      const hasBody = operation.requestBody?.content['application/json'] !== undefined;
      return [
        `export const call${index} = async (params: ${id}['parameters']${hasBody ? `, body: NonNullable<${id}['requestBody']>['content']['application/json']` : ''}) => {`,
        `  const { data, error } = await client.${method.toUpperCase()}('${url}', { params${hasBody ? ', body' : ''}, parseAs: 'json' });`,
        '  if (error) throw new Error(error.message, { cause: error.error });',
        '  return data;',
        '};',
      ];
    }),
  ].join('\n');

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** What the compiler says of a client made by openapi-typescript, and of code that uses it. */
const compile = async (code: string): Promise<string> => {
  // Inside of the project, so that the client's library is found.
  const cache = path.join(root, 'node_modules/.cache/millrace');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'api-client-'));
  try {
    await writeFile(path.join(folder, 'api.ts'), astToString(await openapiTypescript(JSON.stringify(document))));
    await writeFile(path.join(folder, 'calls.ts'), code);
    const options = { strict: true, noEmit: true, target: 'es2024', module: 'esnext', moduleResolution: 'bundler' };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...options,
          lib: ['es2024', 'dom'],
          types: [],
          skipLibCheck: true,
          allowImportingTsExtensions: true,
        },
        files: ['api.ts', 'calls.ts'],
      }),
    );
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    return await promisify(execFile)(tsc, ['-p', folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; message: string }) => error.stdout || error.message,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

describe('a client made by openapi-typescript', () => {
  let calls: string;
  beforeAll(() => {
    calls = callsOf(document);
  });

  test('compiles for every endpoint', { timeout: 60_000 }, async () => {
    expect(calls.match(/export const call/g)).toHaveLength(operations(document).length);
    expect(await compile(calls)).toBe('');
  });

  test('knows the shapes of what it is given', { timeout: 60_000 }, async () => {
    const use = `
      import type { components } from './api.ts';
      type Schemas = components['schemas'];
      export const items = (execution: Schemas['Execution']): number =>
        typeof execution.data === 'string' ? 0 : execution.data.resultData.runData['Set']![0]!.data!.main![0]!.length;
      export const label = ({ properties }: Schemas['NodeTypeDescription']): string | undefined =>
        properties?.map((one) => (one.type === 'options' ? one.options?.[0]?.name : one.displayName))[0];
      export const told = (message: Schemas['PushMessage']): string =>
        message.type === 'nodeExecuteAfter' ? message.data.nodeName : message.type;
    `;
    expect(await compile(use)).toBe('');
    expect(await compile(`${use}\nexport const wrong: Schemas['Item'] = { json: 5 };`)).toContain('TS2322');
  });
});
