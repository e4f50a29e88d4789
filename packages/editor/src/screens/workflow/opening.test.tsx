import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { setWorkflowName } from '../../workflow/commands/index.ts';
import { documentOf } from '../../workflow/document-for-test.ts';
import { isDirty } from '../../workflow/history.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { mayLeave } from './opening.ts';

let session: WorkflowSession;
const ask = async (button: string) => {
  await renderAtAddress(<DialogStack />, '/workflow/5');
  const answer = mayLeave(session);
  await userEvent.setup().click(await screen.findByRole('button', { name: button }));
  return answer;
};

beforeEach(() => {
  session = openSession(documentOf('A'), { id: '5', revision: 1 });
  session.dispatch('history.setWorkflowName', setWorkflowName('Changed'));
});
afterEach(() => {
  cleanup();
  session.dispose();
  vi.unstubAllGlobals();
});

test('without changes nobody is asked', async () => {
  session.undo();
  expect(await mayLeave(session)).toBe(true);
});

test('saving stores the changes and goes on', async () => {
  const server = fakeServer({ 'POST /workflows/5/patches': { data: { revision: 2 } } });
  expect(await ask('Save')).toBe(true);
  expect(server.calls[0]?.body).toMatchObject({ patches: [{ path: '/name', value: 'Changed' }] });
});

test('a save that fails stays, with the changes', async () => {
  fakeServer({});
  expect(await ask('Save')).toBe(false);
  expect(isDirty(session.state())).toBe(true);
});

test('a save under way is waited for: if it fails, the changes are asked about', async () => {
  const answer = Promise.withResolvers<object>();
  fakeServer({ 'POST /workflows/5/patches': () => answer.promise });
  void session.saves.save();
  const asked = ask('Cancel');
  answer.resolve({ status: 400, body: { code: 1000, error: 'badRequest', message: 'No.' } });
  expect(await asked).toBe(false);
  expect(isDirty(session.state())).toBe(true);
});

test('leaving without saving drops the changes', async () => {
  expect(await ask('Leave without saving')).toBe(true);
  expect(isDirty(session.state())).toBe(false);
});

test('cancel stays', async () => {
  expect(await ask('Cancel')).toBe(false);
  expect(isDirty(session.state())).toBe(true);
});
