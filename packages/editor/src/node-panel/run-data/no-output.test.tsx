import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { emptyNodeRun } from '../../workflow/node-run.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import { openSession } from '../../workflow/session.ts';
import type { NodeRunState, RunView } from '../../workflow/types.ts';
import { FieldsProvider, type PanelContext } from '../panel-context.ts';
import { NoOutput } from './NoOutput.tsx';

afterEach(cleanup);

const document = documentOf('A', '');
const key = keyOf(document, 'A');

const show = (
  run: Partial<RunView>,
  group: PanelContext['description']['group'] = ['transform'],
  onPin?: () => void,
) => {
  const session = openSession(document, { run: { ...emptyRun, ...run } });
  const description = { group, hasWebhooks: true };
  const panel = { key, readOnly: false, description } as unknown as PanelContext;
  renderInApp(
    <SessionContext value={session}>
      <FieldsProvider value={panel}>
        <NoOutput onPin={onPin} />
      </FieldsProvider>
    </SessionContext>,
  );
};

const inPhase = (phase: NodeRunState['phase']): Partial<RunView> => ({ nodes: { [key]: { ...emptyNodeRun, phase } } });

it('says that the node runs, or that the run waits at it', () => {
  show({ status: 'running', ...inPhase('running') });
  expect(screen.getByText('Running')).toBeTruthy();
  cleanup();
  show({ status: 'waiting', ...inPhase('waiting') });
  expect(screen.getByText(/^The run waits at this node/)).toBeTruthy();
});

it('asks for the call while a trigger listens for it', () => {
  show({ status: 'waitingForWebhook' }, ['trigger']);
  expect(screen.getByText('Call the test address now: the data shows here.')).toBeTruthy();
});

it('shows which address is to be called in the panel of the node that one runs to', () => {
  const address = 'http://host/webhook-test/x';
  const awaited = [{ method: 'POST', address }];
  show({ status: 'waitingForWebhook', destination: key, awaited });
  expect(screen.getByRole('button', { name: /POST.*webhook-test/ })).toBeTruthy();
  cleanup();
  show({ status: 'waitingForWebhook', destination: 'another', awaited });
  expect(screen.queryByRole('button', { name: /POST/ })).toBeNull();
});

it('offers to set data where nothing ran', async () => {
  const pin = vi.fn();
  show({}, ['transform'], pin);
  await userEvent.click(screen.getByRole('button', { name: 'or set pinned data' }));
  expect(pin).toHaveBeenCalledOnce();
});

it('leads a person who may only view the workflow to its executions', () => {
  const panel = { key, readOnly: true, description: { group: ['transform'] } } as unknown as PanelContext;
  const shown = (stored: { revision?: number }) =>
    renderInApp(
      <SessionContext value={openSession(document, { ...stored, readOnly: true })}>
        <FieldsProvider value={panel}>
          <NoOutput />
        </FieldsProvider>
      </SessionContext>,
    );
  shown({ revision: 3 });
  expect(screen.getByText('No data yet')).toBeTruthy();
  cleanup();
  shown({});
  expect(screen.getByText('The node did not run in this execution.')).toBeTruthy();
});
