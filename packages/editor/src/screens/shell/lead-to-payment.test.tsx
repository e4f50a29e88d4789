import type { ServerSettings } from '@millrace/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, settingsQuery } from '../../api/queries.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { closeAllDialogs } from '../../dialogs/stack.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { setWorkflowName } from '../../workflow/commands/index.ts';
import { documentOf } from '../../workflow/document-for-test.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { leadToPayment } from './lead-to-payment.ts';

let session: WorkflowSession;
let assign: ReturnType<typeof vi.spyOn>;

const lead = (paymentUrl?: string) => {
  queryClient.setQueryData(settingsQuery.queryKey, { demoMode: false, paymentUrl } as ServerSettings);
  renderInApp(<DialogStack />);
  return leadToPayment(session);
};

beforeEach(() => {
  session = openSession(documentOf('A'), { id: '5', revision: 1 });
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  closeAllDialogs();
  session.dispose();
  queryClient.clear();
  vi.restoreAllMocks();
});

test('leads there in this tab', async () => {
  await lead('https://pay.example/plans');
  expect(assign).toHaveBeenCalledWith('https://pay.example/plans');
});

test.each([
  ['Leave without saving', 1],
  ['Cancel', 0],
])('asks what becomes of unsaved changes first: %s', async (choice, times) => {
  session.dispatch('history.setWorkflowName', setWorkflowName('B'));
  const led = lead('https://pay.example');
  await userEvent.click(await screen.findByRole('button', { name: choice }));
  await led;
  expect(assign).toHaveBeenCalledTimes(times);
});

test('says so where workflows run nowhere', async () => {
  const led = lead();
  await screen.findByRole('dialog', { name: 'Running workflows is not available on this instance' });
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await led;
  expect(assign).not.toHaveBeenCalled();
});
