import { afterEach, expect, test, vi } from 'vitest';
import { createParentPage } from './parent-page.ts';

afterEach(() => vi.restoreAllMocks());

/** Stands for the window of the page around. */
const around = () => {
  const told: [string, string][] = [];
  const page = { postMessage: (text: string, target: string) => told.push([text, target]) };
  vi.spyOn(window, 'parent', 'get').mockReturnValue(page as unknown as Window & typeof globalThis);
  return { page, told };
};

const message = (source: unknown, origin: string, data: unknown): MessageEvent =>
  Object.assign(new Event('message'), { source, origin, data }) as MessageEvent;

const command = JSON.stringify({ command: 'openWorkflow', workflow: { nodes: [] } });

test('workflows are taken from the page around alone, and from allowed origins alone', () => {
  const { page } = around();
  const heard: unknown[] = [];
  const end = createParentPage(['https://docs.example.com']).onWorkflow((workflow) => heard.push(workflow));
  window.dispatchEvent(message(page, 'https://evil.example', command));
  window.dispatchEvent(message(page, 'https://docs.example.com.evil.example', command));
  window.dispatchEvent(message(page, 'null', command));
  window.dispatchEvent(message({}, 'https://docs.example.com', command));
  expect(heard).toEqual([]);
  window.dispatchEvent(message(page, location.origin, command));
  window.dispatchEvent(message(page, 'https://docs.example.com', command));
  expect(heard).toEqual([{ nodes: [] }, { nodes: [] }]);
  end();
  window.dispatchEvent(message(page, location.origin, command));
  expect(heard).toHaveLength(2);
});

test.each([
  ['no text', { command: 'openWorkflow', workflow: {} }],
  ['no JSON', 'openWorkflow'],
  ['no object', '["openWorkflow"]'],
  ['another command', '{"command":"runWorkflow","workflow":{}}'],
])('%s is no command', (_, data) => {
  const { page } = around();
  const heard: unknown[] = [];
  const end = createParentPage([]).onWorkflow((workflow) => heard.push(workflow));
  window.dispatchEvent(message(page, location.origin, data));
  end();
  expect(heard).toEqual([]);
});

test('what is told goes to allowed origins alone', () => {
  const { told } = around();
  createParentPage(['https://docs.example.com']).tell({ command: 'n8nReady', version: '1.2.3' });
  expect(told).toEqual([
    ['{"command":"n8nReady","version":"1.2.3"}', location.origin],
    ['{"command":"n8nReady","version":"1.2.3"}', 'https://docs.example.com'],
  ]);
});

test('where the browser tells the origin of the page around, that alone is told', () => {
  const { told } = around();
  vi.stubGlobal('location', { origin: 'http://own', ancestorOrigins: ['https://docs.example.com'] });
  createParentPage(['https://docs.example.com']).tell({ command: 'openNDV' });
  createParentPage(['https://other.example']).tell({ command: 'openNDV' });
  vi.unstubAllGlobals();
  expect(told).toEqual([['{"command":"openNDV"}', 'https://docs.example.com']]);
});
