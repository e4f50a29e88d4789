import type { FormCompletion } from '@millrace/engine/node-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { completionPage, failurePage } from '../forms/answer-form.ts';
import type { CallSubject } from '../node-calls/types.ts';
import { html } from '../pages/html.ts';
import { createPage, messagePage, type Page, sendPage } from '../pages/page.ts';
import { AppError } from '../platform/errors.ts';
import { lookFor, patience } from './look.ts';
import { showForm } from './serve-waiting-form.ts';
import type { WaitServing } from './wait-serving.ts';

/** Seconds after which the page is asked for again. */
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
      const { state } = await lookFor(db, reply, executionId, patience.state);
      return reply.headers({ 'cache-control': 'no-store' }).type('application/json').send(JSON.stringify({ state }));
    }
    const progress = await lookFor(db, reply, executionId, patience.page);
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
