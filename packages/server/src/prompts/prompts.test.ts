import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import type { Config } from '../config.ts';
import { forEachDatabase } from '../db/testing.ts';
import { createAppWithPeople } from '../permissions/people.testing.ts';

const day = 86_400_000;
const asking: Partial<Config> = { telemetryUrl: 'https://collector.example', prompts: ['contact', 'survey'] };

const open = async (config: Partial<Config> = asking, options: Parameters<typeof createTestApp>[0] = {}) => {
  const { app, clock } = await createTestApp({ ...options, config });
  const post = async (url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url: `/rest${url}`, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const due = async () => (await app.inject('/rest/prompts')).json();
  const answers = async () => (await app.inject('/rest/prompt-answers')).json().data;
  return { app, clock, post, due, answers };
};

const nothing = { showContactPrompt: false, showValueSurvey: false };

test('nothing is asked while telemetry is off, whatever is set, and no answer is taken', async () => {
  const { due, post, answers } = await open({ prompts: ['contact', 'survey'] });
  expect(await due()).toEqual(nothing);
  expect(await post('/prompt', { email: 'ada@example.com' })).toMatchObject({ status: 404, error: 'notFound' });
  expect(await post('/value-survey', { value: 8 })).toMatchObject({ status: 404 });
  expect(await answers()).toEqual([]);
});

test('with telemetry on nothing is asked that the operator has not named', async () => {
  const { due } = await open({ ...asking, prompts: [] });
  expect(await due()).toEqual(nothing);
});

forEachDatabase('prompts', (openDatabase) => {
  test('one question comes after the other, and each once', async () => {
    const { due, post, answers, clock } = await open(asking, { openDatabase });
    expect(await due()).toEqual({ showContactPrompt: true, showValueSurvey: false });
    expect(await post('/prompt', { email: null })).toEqual({ status: 200, updated: true });
    expect(await due()).toEqual({ showContactPrompt: false, showValueSurvey: true });
    // It was shown, and left without an answer.
    expect(await due()).toEqual(nothing);
    clock.time += 90 * day;
    expect(await due()).toEqual({ showContactPrompt: false, showValueSurvey: true });
    expect(await answers()).toMatchObject([
      { question: 'value', askedAt: '2026-04-15T12:00:00.000Z', answeredAt: null, value: null },
      { question: 'value', askedAt: '2026-01-15T12:00:00.000Z', answeredAt: null },
      { question: 'contact', answeredAt: '2026-01-15T12:00:00.000Z', email: null, user: { email: null } },
    ]);
  });

  test('a score is stored at once, and the address beside it', async () => {
    const { due, post, answers, clock } = await open({ ...asking, prompts: ['survey'] }, { openDatabase });
    await due();
    expect(await post('/value-survey', { value: '8' })).toEqual({ status: 200, updated: true });
    clock.time += 60_000;
    expect(await answers()).toMatchObject([{ value: 8, email: null }]);
    await post('/value-survey', { value: 8, email: 'ada@example.com' });
    expect(await answers()).toMatchObject([{ question: 'value', value: 8, email: 'ada@example.com' }]);
  });

  test('what people say of themselves is among the answers', async () => {
    const { app, answers } = await open(asking, { openDatabase });
    const payload = { workArea: ['finance'], companySize: '1000+' };
    await app.inject({ method: 'POST', url: '/rest/me/survey', payload });
    expect(await answers()).toMatchObject([{ question: 'personalization', answers: payload }]);
  });
});

test.each([
  ['/prompt', { email: 'a@' }],
  ['/prompt', {}],
  ['/value-survey', { value: 11 }],
  ['/value-survey', { value: 2.5 }],
  ['/value-survey', { value: 3, email: 'a@' }],
  ['/value-survey', { email: 'ada@example.com' }],
])('%s refuses %j', async (url, body) => {
  const { post } = await open();
  expect(await post(url, body)).toMatchObject({ status: 400, error: 'badRequest' });
});

test('as CSV the answers begin no formula', async () => {
  const { app, post } = await open();
  await post('/prompt', { email: '=cmd@example.com' });
  const { body, headers } = await app.inject('/rest/prompt-answers/csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect((await app.inject('/rest/prompt-answers/csv?of=ada')).statusCode).toBe(400);
  const [head, line] = body.split('\r\n');
  expect(head).toBe('question,askedAt,answeredAt,userId,user,value,email,answers');
  expect(line).toMatch(/^contact,2026-.*,'=cmd@example\.com,$/);
});

test('the answers are for the owner', async () => {
  const { call } = await createAppWithPeople();
  expect((await call('ada', 'GET', '/prompt-answers')).status).toBe(403);
  expect((await call('owner', 'GET', '/prompt-answers')).status).toBe(200);
});

test('the settings say where prompts are', async () => {
  const settings = async (config: Partial<Config>) =>
    (await (await createTestApp({ config })).app.inject('/rest/settings')).json().data;
  expect(await settings({})).toMatchObject({
    telemetry: { enabled: false },
    promptsHost: '/rest',
    personalizationSurveyEnabled: false,
  });
  const below = { ...asking, baseUrl: 'http://localhost:5680/automation', personalizationSurvey: true };
  expect(await settings(below)).toMatchObject({
    telemetry: { enabled: true, config: { url: '/automation/rest/telemetry-events' } },
    promptsHost: '/automation/rest',
    personalizationSurveyEnabled: true,
  });
});
