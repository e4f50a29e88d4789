import { notificationsStore } from '@mantine/notifications';
import type { ServerSettings, SignedInUser } from '@millrace/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserQuery, queryClient, settingsQuery } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { askPrompts } from '../../prompts/ask-prompts.ts';
import { checkPersonalization } from '../../prompts/personalization.ts';
import { personalizationOptions } from '../../prompts/personalization-options.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, hasOpenDialog } from '../stack.ts';

const open = (prompts: object, { telemetry = true, ...settings }: Record<string, unknown> = {}) => {
  const server = fakeServer({
    'GET /prompts': { body: prompts },
    'POST /prompt': { body: { updated: true } },
    'POST /value-survey': { body: { updated: true } },
    'POST /me/survey': { data: { success: true } },
  });
  queryClient.setQueryData(settingsQuery.queryKey, {
    instanceId: 'i1',
    promptsHost: '/rest',
    telemetry: { enabled: telemetry },
    ...settings,
  } as unknown as ServerSettings);
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 'u1', personalizationAnswers: null } as SignedInUser);
  renderInApp(
    <>
      <Toasts />
      <DialogStack />
    </>,
  );
  return { server, user: userEvent.setup() };
};
const bodies = (server: ReturnType<typeof fakeServer>, name: string) => server.callsTo(name).map(({ body }) => body);

afterEach(() => {
  cleanup();
  closeAllDialogs();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nobody is called while telemetry is off', async () => {
  const { server } = open({ showContactPrompt: true }, { telemetry: false });
  askPrompts();
  await Promise.resolve();
  expect(server.calls).toEqual([]);
  expect(hasOpenDialog()).toBe(false);
});

test('the host is told the instance and the user, and a host that fails asks nothing', async () => {
  const { server } = open({ message: 'no' });
  askPrompts();
  await waitFor(() => expect(server.callsTo('GET /prompts')).toHaveLength(1));
  const { headers } = server.callsTo('GET /prompts')[0]!;
  expect([headers.get('x-instance-id'), headers.get('x-user-id')]).toEqual(['i1', 'u1']);
  expect(hasOpenDialog()).toBe(false);
});

test('an address is sent when it is one', async () => {
  const { server, user } = open({ showContactPrompt: true, showValueSurvey: true });
  askPrompts();
  const field = await screen.findByRole('textbox', { name: 'Email' });
  const send = screen.getByRole('button', { name: 'Send' });
  expect(send).toHaveProperty('disabled', true);
  await user.type(field, 'a@');
  expect(send).toHaveProperty('disabled', true);
  await user.type(field, 'example.com');
  await user.click(send);
  expect(await screen.findByText('Thanks!')).toBeTruthy();
  expect(bodies(server, 'POST /prompt')).toEqual([{ email: 'a@example.com' }]);
});

test('closed without an address the prompt says so', async () => {
  const { server, user } = open({ showContactPrompt: true });
  askPrompts();
  await screen.findByRole('dialog', { name: 'May we write to you?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bodies(server, 'POST /prompt')).toEqual([{ email: null }]));
  expect(hasOpenDialog()).toBe(false);
});

test.each([
  [8, 'Good to hear! May we ask you what helps you most?'],
  [7, 'Thank you for being frank. May we ask you what should be better?'],
])('a score of %i is told at once, and then the address', async (score, title) => {
  const { server, user } = open({ showContactPrompt: false, showValueSurvey: true });
  askPrompts();
  const scores = await screen.findByRole('group', { name: 'From 0 to 10' });
  expect(
    within(scores)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(Array.from({ length: 11 }, (_, index) => `${index}`));
  await user.click(within(scores).getByRole('button', { name: `${score}` }));
  await screen.findByRole('dialog', { name: title });
  expect(bodies(server, 'POST /value-survey')).toEqual([{ value: score }]);
  const send = screen.getByRole('button', { name: 'Send' });
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example');
  expect(send).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), '.com');
  await user.click(send);
  expect(await screen.findByText('Thank you for your feedback')).toBeTruthy();
  const { notifications } = notificationsStore.getState();
  expect(notifications.find(({ title: told }) => told === 'Thank you for your feedback')?.autoClose).toBe(15_000);
  expect(bodies(server, 'POST /value-survey')[1]).toEqual({ email: 'ada@example.com', value: score });
  expect(hasOpenDialog()).toBe(false);
});

test('opened again the survey begins anew', async () => {
  const { user } = open({ showValueSurvey: true });
  askPrompts();
  await user.click(await screen.findByRole('button', { name: '3' }));
  await screen.findByRole('textbox', { name: 'Email' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  askPrompts();
  expect(await screen.findByRole('button', { name: '10' })).toBeTruthy();
});

test('the survey about a person opens where it is wanted, once, and sends what was answered', async () => {
  const { server, user } = open({}, { personalizationSurveyEnabled: true });
  checkPersonalization();
  await screen.findByRole('dialog', { name: 'What do you want to automate?' });
  await user.click(screen.getByRole('combobox', { name: 'How many people work there?' }));
  await user.click(await screen.findByRole('option', { name: '1000 or more' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(bodies(server, 'POST /me/survey')).toEqual([{ companySize: '1000+' }]));
  await waitFor(() => expect(hasOpenDialog()).toBe(false));
  checkPersonalization();
  expect(hasOpenDialog()).toBe(false);
});

test('without the setting nothing asks about a person', () => {
  open({}, { personalizationSurveyEnabled: false });
  checkPersonalization();
  expect(hasOpenDialog()).toBe(false);
});

test('the answers that can be given', () => {
  expect(Object.keys(personalizationOptions)).toEqual([
    'workArea',
    'companyType',
    'companySize',
    'codingSkill',
    'automationGoal',
  ]);
  expect(personalizationOptions.companySize).toEqual(expect.arrayContaining(['500-999', '1000+']));
});
