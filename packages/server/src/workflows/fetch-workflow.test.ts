import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../platform/http/http.testing.ts';
import { createHttpClient } from '../platform/http/index.ts';
import { startTestServer } from '../testing.ts';
import { createFetchWorkflow } from './fetch-workflow.ts';

const workflow = {
  name: 'From elsewhere',
  nodes: [{ name: 'A', odd: true }],
  connections: {},
  meta: { templateId: 7 },
};

const fetchWith = (allowPrivateNetworks = true) => {
  const client = createHttpClient({ allowPrivateNetworks });
  return createFetchWorkflow({ streamed: ({ method, url, headers }) => client.streamed({ method, url, headers }) });
};

const serveText = (text: string, status = 200) =>
  serve((_, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text));

describe('a workflow from an address', () => {
  it('is given as it is there', async () => {
    const url = await serveText(JSON.stringify(workflow));
    expect(await fetchWith()(` ${url}/a.json `)).toEqual(workflow);
  });

  it.each([
    ['no address', 'workflow.json'],
    ['another protocol', 'ftp://example.com/workflow.json'],
    ['another ending', 'https://example.com/workflow.json?raw=1'],
    ['a fragment as its ending', 'https://example.com/latest#.json'.replace('.json', '.txt')],
    ['a space', 'https://example.com/a b.json'],
  ])('is refused with %s', async (_, address) => {
    await expect(fetchWith()(address)).rejects.toMatchObject({ error: 'importFailed' });
  });

  it.each([
    ['no JSON', 'hello', 200, 'is not JSON'],
    ['other JSON', '{"nodes":[]}', 200, 'is not a workflow'],
    ['a list', '[]', 200, 'is not a workflow'],
    ['a key that would change all objects', '{"__proto__":{},"nodes":[],"connections":{}}', 200, 'is not JSON'],
    ['an error page', 'secret of an inner service', 404, 'answered with the status 404'],
  ])('says what is wrong with %s, and nothing of it', async (_, text, status, message) => {
    const url = await serveText(text, status);
    const failure = await fetchWith()(`${url}/a.json`).catch((error: Error) => error.message);
    expect(failure).toContain(message);
    expect(failure).not.toContain(text);
  });

  it('is read up to a limit', async () => {
    const url = await serveText(`{"nodes":[],"connections":{},"pad":"${'x'.repeat(5 * 1024 * 1024)}"}`);
    await expect(fetchWith()(`${url}/a.json`)).rejects.toThrow('larger than the 5 MB');
  });

  it('is under the rules on addresses, after redirects as well', async () => {
    await expect(fetchWith(false)('http://127.0.0.1/a.json')).rejects.toMatchObject({ error: 'importFailed' });
    const url = await serve((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/a.json' }).end(),
    );
    await expect(fetchWith()(`${url}/a.json`)).rejects.toThrow('169.254.169.254');
  });

  it('is fetched by the process that makes requests, for whoever may store workflows', async () => {
    const url = await serveText(JSON.stringify(workflow));
    const { url: server, stop } = await startTestServer();
    onTestFinished(stop);
    const call = (address: string) => fetch(`${server}/rest/workflows/from-url?url=${encodeURIComponent(address)}`);
    const answer = await call(`${url}/a.json`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ data: workflow });
    const refused = await call('http://169.254.169.254/a.json');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 2006 });
  });
});
