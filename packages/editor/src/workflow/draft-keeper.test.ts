import { fromFormat } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../api/client.ts';
import { setParameter, setWorkflowTags } from './commands/index.ts';
import { keepDraft } from './draft-keeper.ts';
import { hasNewOfTab, listLocal } from './draft-store.ts';
import { isDropped } from './dropped-drafts.ts';
import { isDirty, neverSaved } from './history.ts';
import { openSession } from './session.ts';

const node = { id: 'a', name: 'A', type: 'core.set', typeVersion: 1, position: [0, 0] as [number, number] };
const workflow = { name: 'One', nodes: [{ ...node, parameters: { url: 'x' } }], connections: {} };
const put = vi.spyOn(client.drafts, 'put');
const remove = vi.spyOn(client.drafts, 'remove');

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  put.mockReset().mockResolvedValue({ updatedAt: '2026-01-01T00:00:00.000Z' });
  remove.mockReset().mockResolvedValue(true);
});
afterEach(() => vi.useRealTimers());

const open = (stored = true) => {
  const session = openSession(fromFormat(workflow), stored ? { id: '7', revision: 3 } : undefined);
  const end = keepDraft(session.store, session.draftId);
  const set = (value: string) => session.dispatch('history.setParameter', setParameter('a', ['url'], value));
  const patchesOf = (value: string) => [{ op: 'replace', path: '/nodes/a/data/parameters/url', value }];
  return { session, end, set, patchesOf };
};

test('what is edited is kept in the browser at once and on the server soon after, as what it changes', async () => {
  const { session, set, patchesOf } = open();
  expect(listLocal()).toEqual([]);
  set('one');
  await vi.advanceTimersByTimeAsync(300);
  expect(listLocal()).toMatchObject([{ content: { workflowId: '7', revision: 3, patches: patchesOf('one') } }]);
  expect(session.state().draft).toBe('browser');
  expect(put).not.toHaveBeenCalled();
  set('two');
  await vi.advanceTimersByTimeAsync(2100);
  expect(put).toHaveBeenCalledTimes(1);
  expect(put.mock.calls[0]?.[0]?.body).toMatchObject({ patches: patchesOf('two') });
  expect(session.state().draft).toBe('server');
});

test('the page that goes has kept the last keystroke', () => {
  const { set, patchesOf } = open();
  set('last');
  window.dispatchEvent(new Event('pagehide'));
  expect(listLocal()).toMatchObject([{ content: { patches: patchesOf('last') } }]);
});

test('what is undone, saved or discarded is kept no more', async () => {
  const { session, set } = open();
  set('one');
  await vi.advanceTimersByTimeAsync(3000);
  session.undo();
  expect(listLocal()).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(remove).toHaveBeenCalledTimes(1);
  set('two');
  await vi.advanceTimersByTimeAsync(300);
  session.markSaved();
  expect(listLocal()).toEqual([]);
  expect(session.state().draft).toBe(null);
});

test('what a save has taken stays kept until the server has it, with what is edited meanwhile', async () => {
  const { session, set, patchesOf } = open();
  const answer = Promise.withResolvers<{ revision: number; updatedAt: string }>();
  vi.spyOn(client.workflows, 'patch').mockReturnValue(answer.promise);
  set('one');
  await vi.advanceTimersByTimeAsync(300);
  const saving = session.saves.save();
  await vi.advanceTimersByTimeAsync(0);
  set('while it is saved');
  await vi.advanceTimersByTimeAsync(300);
  expect(listLocal()).toMatchObject([{ content: { revision: 3, patches: patchesOf('while it is saved') } }]);
  answer.resolve({ revision: 4, updatedAt: '2026-01-01T00:00:00.000Z' });
  await vi.advanceTimersByTimeAsync(300);
  await saving;
  expect(listLocal()).toMatchObject([{ content: { revision: 4, patches: patchesOf('while it is saved') } }]);
});

test('the server is asked again where it was not reached; the browser has it meanwhile', async () => {
  const { session, set } = open();
  put.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  set('one');
  await vi.advanceTimersByTimeAsync(3000);
  expect(session.state().draft).toBe('browser');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(put).toHaveBeenCalledTimes(2);
  expect(session.state().draft).toBe('server');
});

test('a workflow that was never saved is kept whole, under a new name once it is stored', async () => {
  const { session, set, end } = open(false);
  const first = session.draftId.current();
  set('one');
  await vi.advanceTimersByTimeAsync(300);
  expect(listLocal()).toMatchObject([{ id: first, content: { workflow: { name: 'One' } } }]);
  vi.spyOn(client.workflows, 'create').mockResolvedValue({ id: '9', active: false, revision: 1 } as never);
  await session.saves.save();
  expect(listLocal()).toEqual([]);
  set('two');
  await vi.advanceTimersByTimeAsync(300);
  expect(listLocal()).toMatchObject([{ id: session.draftId.current(), content: { workflowId: '9', revision: 1 } }]);
  expect(session.draftId.current()).not.toBe(first);
  end();
});

test('a new workflow that nobody has edited is not kept, though it is not saved, such as one made of a template', async () => {
  const session = openSession(fromFormat(workflow), { savedAt: neverSaved });
  keepDraft(session.store, session.draftId);
  await vi.advanceTimersByTimeAsync(3000);
  expect([isDirty(session.state()), listLocal(), put.mock.calls.length]).toEqual([true, [], 0]);
  session.dispatch('history.setParameter', setParameter('a', ['url'], 'one'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(hasNewOfTab()).toBe(true);
  session.undo();
  expect(hasNewOfTab()).toBe(false);
});

test('changed tags are kept as well', async () => {
  const { session } = open();
  session.dispatch('history.setWorkflowTags', setWorkflowTags([{ id: '1', name: 'north' }]));
  await vi.advanceTimersByTimeAsync(300);
  expect(listLocal()).toMatchObject([{ content: { patches: [], tags: [{ id: '1', name: 'north' }] } }]);
  session.undo();
  expect(listLocal()).toEqual([]);
});

test('what was dropped is no draft, until the server has heard of it or it is edited again', async () => {
  const { session, set } = open();
  set('one');
  await vi.advanceTimersByTimeAsync(3000);
  const id = session.draftId.current();
  remove.mockRejectedValueOnce(new Error('offline'));
  session.undo();
  expect(isDropped(id)).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(isDropped(id)).toBe(true);
  session.redo();
  await vi.advanceTimersByTimeAsync(300);
  expect(isDropped(id)).toBe(false);
});
