import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { documentOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { WorkflowTags } from './WorkflowTags.tsx';

let session: WorkflowSession;
const dated = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const known = [
  { id: '1', name: 'audit', usageCount: 0, ...dated },
  { id: '2', name: 'sales', usageCount: 0, ...dated },
];

const show = (tags: { id: string; name: string }[] = []) => {
  session = openSession({ ...documentOf('A'), tags }, { id: '5', revision: 1 });
  const server = fakeServer({
    'GET /tags': { data: known },
    'POST /tags': { data: { id: '3', name: 'new', ...dated } },
    'PATCH /workflows/5': ({ body }) => ({
      data: { tags: (body as { tags: string[] }).tags.map((id) => ({ id, name: id })) },
    }),
  });
  renderInApp(
    <SessionContext value={session}>
      <WorkflowTags />
      <button type="button">Elsewhere</button>
    </SessionContext>,
  );
  return { server, user: userEvent.setup() };
};

afterEach(() => {
  cleanup();
  session.dispose();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('tags are chosen and made, and stored when the field is left', async () => {
  const { user, server } = show();
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await user.click(await screen.findByRole('option', { name: 'sales' }));
  await user.keyboard('new{Enter}');
  await waitFor(() => expect(screen.getAllByText('new')).not.toHaveLength(0));
  expect(server.callsTo('PATCH /workflows/5')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await waitFor(() => expect(server.callsTo('PATCH /workflows/5')[0]?.body).toEqual({ tags: ['2', '3'] }));
  expect(session.state().document.tags.map(({ id }) => id)).toEqual(['2', '3']);
  session.undo();
  expect(session.state().document.tags).toEqual([]);
});

test('leaving it as it was stores nothing, and Escape leaves what was chosen', async () => {
  const { user, server } = show([{ id: '1', name: 'audit' }]);
  await user.click(screen.getByRole('button', { name: 'Edit tags: audit' }));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await user.click(await screen.findByRole('button', { name: 'Edit tags: audit' }));
  await user.click(await screen.findByRole('option', { name: 'sales' }));
  await user.keyboard('{Escape}');
  expect((await screen.findByRole('button', { name: 'Edit tags: audit' })).matches(':focus')).toBe(true);
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('more than twenty are counted', async () => {
  const tags = Array.from({ length: 25 }, (_, index) => ({ id: String(index + 10), name: `t${index}` }));
  show(tags);
  expect(screen.getByText('+5')).toBeTruthy();
  // Those that someone else has deleted are gone.
  await waitFor(() => expect(screen.queryByText('t0')).toBeNull());
});
