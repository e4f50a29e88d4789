import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../ui/render-for-test.tsx';
import { graph } from '../workflow/document-for-test.ts';
import { WorkflowPreview } from './WorkflowPreview.tsx';

afterEach(cleanup);

const frame = (): HTMLIFrameElement => screen.getByTitle('Preview of the workflow');

const say = (command: object, from: { source?: unknown; origin?: string } = {}) =>
  act(() => {
    const { source = frame().contentWindow, origin = location.origin } = from;
    window.dispatchEvent(
      Object.assign(new Event('message'), { source, origin, data: JSON.stringify(command) }) as MessageEvent,
    );
  });

const opened = () => {
  const sent: unknown[] = [];
  const postMessage = (text: string, target: string) => sent.push([JSON.parse(text), target]);
  Object.defineProperty(frame(), 'contentWindow', { value: { postMessage } });
  return sent;
};

const ready = { command: 'n8nReady', version: '1.0.0' };

test('the workflow is sent when the frame is ready', () => {
  const workflow = graph('A');
  renderInApp(<WorkflowPreview workflow={workflow} />);
  const sent = opened();
  expect(frame().getAttribute('src')).toBe('/workflows/demo');
  expect(screen.getByRole('status', { name: 'Loading preview' })).toBeTruthy();
  expect(sent).toEqual([]);
  say(ready, { origin: 'https://evil.example' });
  say(ready, { source: window });
  expect(sent).toEqual([]);
  say(ready);
  expect(sent).toEqual([[{ command: 'openWorkflow', workflow }, location.origin]]);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a frame that was loaded anew gets the workflow again', () => {
  renderInApp(<WorkflowPreview workflow={graph('A')} />);
  const sent = opened();
  say(ready);
  say(ready);
  expect(sent).toHaveLength(2);
});

test('it takes the whole window while a node is open', () => {
  renderInApp(<WorkflowPreview workflow={graph('A')} height={300} />);
  const box = frame().parentElement!;
  say(ready);
  expect(box.style.height).toBe('300px');
  say({ command: 'openNDV' });
  expect(box.dataset.expanded).toBe('true');
  say({ command: 'closeNDV' });
  expect(box.dataset.expanded).toBeUndefined();
});

test('an error hides the frame', () => {
  renderInApp(<WorkflowPreview workflow={graph('A')} />);
  say(ready);
  expect(frame().dataset.hidden).toBeUndefined();
  say({ command: 'error', message: 'Could not import workflow: it is broken' });
  expect(frame().dataset.hidden).toBe('true');
  const alert = screen.getByRole('alert');
  for (const text of ['Preview error', 'Unable to preview workflow', 'Could not import workflow: it is broken'])
    expect(alert.textContent).toContain(text);
});

test.each([
  [undefined, 'Missing workflow'],
  [null, 'Missing workflow'],
  [{ nodes: 'x' }, 'Must have an array of nodes'],
  [{}, 'Must have an array of nodes'],
])('%j is not sent', (workflow, text) => {
  renderInApp(<WorkflowPreview workflow={workflow} />);
  expect(screen.queryByTitle('Preview of the workflow')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Unable to preview workflow');
  expect(screen.getByText(text)).toBeTruthy();
});
