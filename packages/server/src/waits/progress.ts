import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { FormCompletion } from '@millrace/engine/node-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredWait } from '../executions/types.ts';
import { completionPage, failurePage } from '../forms/answer-form.ts';
import type { CallSubject } from '../node-calls/types.ts';
import { html } from '../pages/html.ts';
import { createPage, messagePage, type Page, sendPage } from '../pages/page.ts';
import { AppError } from '../platform/errors.ts';
import { showForm, type WaitingForm } from './serve-waiting-form.ts';
import type { WaitServing } from './wait-serving.ts';

/** Where an execution is, for whoever has sent a form of it. */
type Progress =
  | { state: 'working'; isWaiting: boolean }
  | { state: 'page'; run: WaitingForm }
  | { state: 'done'; versionId: number }
  | { state: 'failed' }
  /** It is not kept. */
  | { state: 'gone' };

/** How long a look is held while there is nothing new to see, how often it is taken, and how many are held at once. In milliseconds. */
const patience = { page: 1500, state: 20_000, pause: 150, looks: 500 };
/** Seconds. */
const refresh = 3;

const thanks: FormCompletion = { kind: 'text', title: 'Your answers have arrived' };

const working = ({ isWaiting }: { isWaiting: boolean }): Page =>
  createPage({
    title: 'One moment',
    content: html`<div class="working" data-working><span class="spinner" aria-hidden="true"></span>
<div><h1>One moment…</h1><p class="quiet" role="status">${
      isWaiting
        ? 'The workflow waits for something else before it goes on. This page goes on by itself; you can also close it and come back to its address.'
        : 'Your answers have arrived. This page goes on by itself.'
    }</p></div></div>`,
    refresh,
  });

export const createProgressServing = (serving: WaitServing) => {
  const { db, versions, calls } = serving;
  let held = 0;

  const look = async (executionId: number): Promise<Progress> => {
    const row = await db
      .selectFrom('executions')
      .select(['status', 'mode', 'wait', 'wait_count', 'workflow_version_id', 'owner_id'])
      .where('id', '=', executionId)
      .executeTakeFirst();
    if (!row) return { state: 'gone' };
    const status = row.status as ExecutionStatus;
    if (status === 'success') return { state: 'done', versionId: row.workflow_version_id };
    if (status === 'queued' || status === 'running') return { state: 'working', isWaiting: false };
    if (status !== 'waiting' || row.wait === null) return { state: 'failed' };
    const wait = JSON.parse(row.wait) as StoredWait;
    if (!wait.form?.isPage) return { state: 'working', isWaiting: true };
    const run = {
      executionId,
      waitCount: row.wait_count,
      mode: row.mode as ExecutionMode,
      wait,
      versionId: row.workflow_version_id,
      ranBy: row.owner_id,
      form: wait.form,
    };
    return { state: 'page', run };
  };

  /** While there is nothing to see but that it works, for so many milliseconds. */
  const lookFor = async ({ raw }: FastifyReply, executionId: number, milliseconds: number): Promise<Progress> => {
    let progress = await look(executionId);
    if (progress.state !== 'working' || held >= patience.looks) return progress;
    held++;
    try {
      const giveUpAt = performance.now() + milliseconds;
      while (progress.state === 'working' && performance.now() < giveUpAt && !raw.destroyed) {
        await pause(patience.pause);
        progress = await look(executionId);
      }
    } finally {
      held--;
    }
    return progress;
  };

  /** As the trigger says it. */
  const completionOf = async (executionId: number, versionId: number): Promise<FormCompletion> => {
    const first = await db
      .selectFrom('execution_nodes')
      .select('node')
      .where('execution_id', '=', executionId)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    if (!first) return thanks;
    const { workflow } = await versions.ofVersion(versionId);
    const subject = { workflow: workflow as CallSubject['workflow'], node: first.node, ranBy: '' };
    const specs = await calls.ask(subject, { kind: 'webhook' }).then(
      ({ value }) => value,
      () => [],
    );
    return specs.find(({ form }) => form)?.form?.completion ?? thanks;
  };

  /** @param isState whether only that is asked for: `{ state }` as JSON */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    executionId: number,
    isState: boolean,
  ): Promise<FastifyReply> => {
    if (request.method === 'HEAD') return reply.code(200).send();
    if (request.method !== 'GET') throw new AppError('waitOver', 'This page was sent already.');
    if (isState) {
      const { state } = await lookFor(reply, executionId, patience.state);
      return reply.headers({ 'cache-control': 'no-store' }).type('application/json').send(JSON.stringify({ state }));
    }
    const progress = await lookFor(reply, executionId, patience.page);
    switch (progress.state) {
      case 'working':
        return sendPage(reply, working(progress));
      case 'page':
        return showForm(request, reply, progress.run, { ...serving, suffix: '' });
      case 'done': {
        const completion = await completionOf(executionId, progress.versionId);
        return sendPage(reply, await completionPage(completion.kind === 'html' ? thanks : completion, {}));
      }
      case 'failed':
        return sendPage(reply, failurePage(), 500);
      case 'gone':
        return sendPage(reply, messagePage('Your answers have arrived', 'This form is finished.'));
    }
  };
};
