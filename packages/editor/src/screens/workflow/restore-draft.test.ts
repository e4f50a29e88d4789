import { toFormat, type WorkflowDraft } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { setWorkflowName } from '../../workflow/commands/index.ts';
import { documentOf } from '../../workflow/document-for-test.ts';
import { claimForTab } from '../../workflow/draft-store.ts';
import { drop, isDropped } from '../../workflow/dropped-drafts.ts';
import { type Notice, onNotice } from '../../workflow/notices.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { restoreDrafts } from './restore-draft.ts';

const content = { workflow: { ...toFormat(documentOf('Kept')), name: 'Kept' } };
const draft = (id: string): WorkflowDraft => ({ id, updatedAt: new Date().toISOString() });
const list = vi.spyOn(client.drafts, 'list');
const get = vi.spyOn(client.drafts, 'get');
const remove = vi.spyOn(client.drafts, 'remove');

let session: WorkflowSession;
let notices: Notice[];
let endNotices: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  list.mockReset().mockResolvedValue([draft('d1')]);
  get.mockReset().mockResolvedValue(content);
  remove.mockReset().mockResolvedValue(true);
  session = openSession(documentOf('A'));
  notices = [];
  endNotices = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  endNotices();
  session.dispose();
  vi.useRealTimers();
});

const restored = async (mayStill = () => true) => {
  const done = restoreDrafts(session, mayStill);
  await vi.advanceTimersByTimeAsync(300);
  await done;
};

test('what was made in this tab is there again, which is said until it is saved or taken back', async () => {
  claimForTab('d1');
  await restored();
  expect(session.state().document.name).toBe('Kept');
  expect(notices).toMatchObject([{ title: 'Unsaved changes restored', sticky: true, until: { aborted: false } }]);
  session.undo();
  expect(session.state().document.name).toBe('Test');
  expect(notices[0]?.until?.aborted).toBe(true);
});

test('a draft that was dropped is none, though the server has not heard of it; it is told again', async () => {
  claimForTab('d1');
  drop('d1');
  remove.mockRejectedValueOnce(new Error('offline'));
  await restored();
  await restored();
  expect(session.state().document.name).toBe('Test');
  expect(notices).toEqual([]);
  expect(remove).toHaveBeenCalledTimes(2);
  expect(isDropped('d1')).toBe(false);
});

test('over what was edited meanwhile it is put only when the person wants it', async () => {
  claimForTab('d1');
  const answer = Promise.withResolvers<typeof content>();
  get.mockReturnValueOnce(answer.promise);
  const done = restoreDrafts(session, () => true);
  await vi.advanceTimersByTimeAsync(300);
  session.dispatch('history.setWorkflowName', setWorkflowName('Begun'));
  answer.resolve(content);
  await done;
  expect(session.state().document.name).toBe('Begun');
  expect(notices).toMatchObject([{ title: 'You have a new workflow that was never saved' }]);
  notices[0]?.actions?.[0]?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.state().document.name).toBe('Kept');
});

test('of another tab it is offered', async () => {
  await restored();
  expect(session.state().document.name).toBe('Test');
  expect(notices).toMatchObject([{ title: 'You have a new workflow that was never saved' }]);
});
