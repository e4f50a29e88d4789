import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { documentOf, setType } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { WorkflowHeader } from './WorkflowHeader.tsx';
import { Editor } from './WorkflowScreen.tsx';

let sessions: [WorkflowSession, WorkflowSession];

beforeEach(async () => {
  fakeServer({
    'GET /node-types': { data: [setType] },
    'POST /node-types': { data: [{ ...setType, properties: [] }] },
    'GET /settings': { data: {} },
  });
  sessions = [
    openSession(documentOf('Left'), { id: '5' }),
    openSession(documentOf('Right'), { id: '6', readOnly: true }),
  ];
  await renderAtAddress(
    sessions.map((session, index) => (
      <SessionContext key={session.state().id} value={session}>
        <section aria-label={index === 0 ? 'left' : 'right'} style={{ width: 800, height: 600 }}>
          <WorkflowHeader />
          <Editor />
        </section>
      </SessionContext>
    )),
    '/workflow/5',
  );
});
afterEach(() => {
  cleanup();
  for (const session of sessions) session.dispose();
  vi.unstubAllGlobals();
});

const side = (name: 'left' | 'right') => within(screen.getByRole('region', { name }));

test('two workflows on one page keep their edits, keys and dialogs to themselves', async () => {
  const user = userEvent.setup();
  const [left, right] = sessions;
  await user.click(side('left').getByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('Orders{Enter}');
  expect(left.state().document.name).toBe('Orders');
  expect(right.state().document.name).toBe('Test');
  expect(side('left').getByRole('button', { name: 'Undo: Rename workflow' })).toBeTruthy();
  expect(await side('right').findByText('Read only')).toBeTruthy();
  expect(side('right').queryByRole('button', { name: /^Undo|^Rename/ })).toBeNull();

  // The record offers nothing to add, and its canvas was used last: keys are its own.
  expect(side('right').queryByRole('button', { name: 'Add node' })).toBeNull();
  await user.click(side('right').getByRole('region', { name: /canvas/i }));
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(right.state().selection.size).toBe(1));
  expect(left.state().selection.size).toBe(0);

  await user.click(side('left').getByRole('button', { name: 'Add node' }));
  expect(await side('left').findByRole('complementary')).toBeTruthy();
  expect(side('right').queryByRole('complementary')).toBeNull();
});
