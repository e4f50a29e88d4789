import type { ExecutionSummary } from '@millrace/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

const execution = (id: string, more: Partial<ExecutionSummary> = {}): ExecutionSummary => ({
  id,
  workflowId: '1',
  workflowName: `Workflow ${id}`,
  mode: 'webhook',
  status: 'success',
  finished: true,
  startedAt: '2026-01-01T00:00:00.000Z',
  stoppedAt: '2026-01-01T00:00:01.000Z',
  waitTill: null,
  ...more,
});
const pastOf = (results: ExecutionSummary[], count = results.length) => ({
  data: { count, estimated: false, results },
});
const failed = execution('7', {
  status: 'crashed',
  finished: false,
  error: { name: 'InterruptedError', message: 'the server was stopped', node: 'Send mail' },
});
const endless = execution('8', { status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z' });

const show = async (answers: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({
    'GET /workflows': { data: [] },
    'GET /settings': { data: { demoMode: true } },
    'GET /executions-current': { data: [] },
    'GET /node-types': { data: [] },
    'GET /executions': pastOf([]),
    ...answers,
  });
  await renderAtAddress(<DialogStack />, '/workflow');
  openDialog('executions', {});
  return { server, user: userEvent.setup() };
};
const row = async (id: string) => (await screen.findByText(`#${id}`)).closest('tr')!;

afterEach(() => {
  cleanup();
  closeAllDialogs();
  vi.unstubAllGlobals();
});

test('each row says how its execution stands, and offers what fits', async () => {
  const queued = { id: '9', workflowId: '1', workflowName: 'W', mode: 'trigger', status: 'queued', startedAt: '' };
  await show({
    'GET /executions-current': { data: [queued] },
    'GET /executions': pastOf([endless, failed, execution('6')]),
  });
  const offers = async (id: string) => {
    const found = within(await row(id));
    return ['Open', 'Stop', 'Retry'].filter(
      (verb) => found.queryByRole(verb === 'Open' ? 'link' : 'button', { name: `${verb} execution ${id}` }) !== null,
    );
  };
  expect(await offers('9')).toEqual(['Stop']);
  expect(await offers('8')).toEqual(['Open', 'Stop']);
  expect(await offers('7')).toEqual(['Open', 'Retry']);
  expect(await offers('6')).toEqual(['Open']);
  expect((await row('9')).textContent).toContain('Queued');
  expect((await row('8')).textContent).toContain('indefinitely');
  expect((await row('7')).textContent).toContain('Send mail: the server was stopped');
});

test('what has started an execution is told by its trigger, and what it is filtered by', async () => {
  const trigger = { group: ['trigger'], aliases: [], defaults: {}, icon: 'file:icon', inputs: [], outputs: [] };
  const form = { ...trigger, name: 'core.formTrigger', displayName: 'Form Trigger', version: 1, defaultVersion: 1 };
  const error = { ...form, name: 'core.errorTrigger', displayName: 'Error Trigger' };
  const underWay = {
    id: '9',
    workflowId: '1',
    workflowName: 'W',
    mode: 'webhook',
    status: 'running',
    startedAt: '2026',
  };
  const { server, user } = await show({
    'GET /node-types': { data: [form, error] },
    'GET /executions-current': { data: [underWay, { ...underWay, id: '10', triggerType: 'core.formTrigger' }] },
    'GET /executions': pastOf([execution('6', { triggerType: 'core.formTrigger' }), execution('5'), failed]),
  });
  await waitFor(async () => expect((await row('6')).textContent).toContain('Form Trigger'));
  expect((await row('5')).textContent).toContain('Webhook');
  await user.click(screen.getByRole('combobox', { name: 'Started by' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContain('Error Trigger');
  await user.click(await screen.findByRole('option', { name: 'Form Trigger' }));
  await waitFor(() => expect(screen.queryByText('#9')).toBeNull());
  await row('10');
  const asked = server.callsTo('GET /executions').at(-1)?.path ?? '';
  expect(decodeURIComponent(asked)).toContain('{"triggerType":"core.formTrigger"}');
});

test('a status that is not known is said, and breaks nothing', async () => {
  const odd = execution('9', { stoppedAt: null, status: 'elsewhere' as ExecutionSummary['status'] });
  await show({ 'GET /executions': pastOf([odd, execution('8')]) });
  const { textContent } = await row('9');
  expect(textContent).toContain('Unknown');
  expect(textContent).toContain('Probably still running');
  expect(textContent).toContain('--');
  await row('8');
});

test('a failed one is retried in either form', async () => {
  const { server, user } = await show({
    'GET /executions': pastOf([failed]),
    'POST /executions/7/retry': { data: true },
  });
  await row('7');
  for (const name of ['Retry with currently saved workflow', 'Retry with original workflow']) {
    await user.click(await screen.findByRole('button', { name: 'Retry execution 7' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  }
  await waitFor(() => expect(server.callsTo('POST /executions/7/retry')).toHaveLength(2));
  expect(server.callsTo('POST /executions/7/retry').map(({ body }) => body)).toEqual([
    { loadWorkflow: true },
    { loadWorkflow: false },
  ]);
});

test('all that match are deleted once all that are shown are selected', async () => {
  const page = Array.from({ length: 10 }, (_, index) => execution(String(30 - index)));
  const { server, user } = await show({
    'GET /executions': pastOf(page, 25),
    'POST /executions/delete': { body: {} },
  });
  await row('30');
  await user.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }));
  await user.click(screen.getByRole('button', { name: 'Delete all 25 that match' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete' }));
  await waitFor(() => expect(server.callsTo('POST /executions/delete')).toHaveLength(1));
  expect(server.callsTo('POST /executions/delete')[0]?.body).toEqual({
    deleteBefore: expect.any(String),
    filters: {},
  });
});

test('an empty list, one without matches and a failed one say what is the case', async () => {
  const { user } = await show();
  await screen.findByText('No executions here');
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Waiting' }));
  await screen.findByText('Nothing found');
  cleanup();
  closeAllDialogs();
  await show({ 'GET /executions': { status: 500, body: { code: 1002, error: 'internal', message: 'Out of order' } } });
  await screen.findByText('Out of order');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
