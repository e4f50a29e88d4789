import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CredentialDefinition } from '@millrace/engine/node-api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../platform/http/http.testing.ts';
import { createSignedRequests } from './signed-requests.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

const guide = new URL('../../../../docs/guides/add-a-credential-type.md', import.meta.url);
/** Where the names of packages mean what they mean for nodes. */
const folder = new URL(`../../../nodes/dist/guide-${process.pid}/`, import.meta.url);

/** The definitions of the guide as they stand there, for a service at another address. */
const readDefinitions = async (server: string): Promise<CredentialDefinition[]> => {
  const blocks = [...(await readFile(guide, 'utf8')).matchAll(/```ts\n(import [^`]*defineCredential\([^`]*)```/g)];
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const definitions = blocks.map(async ([, code = ''], index) => {
    const file = new URL(`${index}.credential.ts`, folder);
    const { host } = new URL(server);
    await writeFile(
      file,
      code.replaceAll('https://api.weather.example', server).replaceAll("'api.weather.example'", `'${host}'`),
    );
    const module: Record<string, CredentialDefinition> = await import(pathToFileURL(fileURLToPath(file)).href);
    return Object.values(module);
  });
  return (await Promise.all(definitions)).flat();
};

test('the guide for credential types, followed to the letter', async () => {
  const seen: string[] = [];
  const server = await serve((request, response) => {
    const { authorization, 'x-api-key': key, 'x-session': session } = request.headers;
    if (request.url === '/token') return void response.end('{"access_token":"fetched-token","expires_in":3600}');
    if (request.url === '/session') return void response.end('{"session":"fetched-session","seconds":3600}');
    const proof = `${key ?? authorization ?? session}`;
    seen.push(`${request.url} ${proof}`);
    response.writeHead(proof === 'wrong' ? 401 : 200).end(proof);
  });
  const definitions = await readDefinitions(server);
  expect(definitions.map(({ name }) => name)).toEqual(['weatherApi', 'weatherOAuth2Api', 'weatherSessionApi']);
  const {
    request,
    read,
    test: tryOut,
  } = createSignedRequests(
    [
      { type: 'weatherApi', data: { apiKey: 'right' } },
      { type: 'weatherOAuth2Api', data: { clientId: 'id', clientSecret: 'secret' } },
      { type: 'weatherSessionApi', data: { user: 'ada', password: 'secret' } },
    ],
    { definitions },
  );
  for (const { name } of definitions) await request({ url: `${server}/today` }, { type: name });
  expect(seen).toEqual(['/today right', '/today Bearer fetched-token', '/today fetched-session']);
  expect(await read('weatherApi')).toEqual({ server });
  await expect(request({ url: 'https://elsewhere.example/' }, { type: 'weatherApi' })).rejects.toThrow(
    'may not be used for elsewhere.example',
  );

  const user = { workflowId: null, ranBy: 'ada', nodeType: '' };
  const result = (apiKey: string) => tryOut({ type: 'weatherApi', name: 'Mine', data: { apiKey } }, user);
  expect(await result('right')).toEqual({ status: 'OK', message: 'Connection tested successfully' });
  expect(await result('wrong')).toEqual({ status: 'Error', message: 'The API key is wrong' });
});
