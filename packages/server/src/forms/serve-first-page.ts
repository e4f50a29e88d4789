import type { FormSpec, WebhookSpec } from '@millrace/engine/node-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EnqueuedExecution } from '../executions/types.ts';
import { messagePage, sendPage } from '../pages/page.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { formPayload } from '../triggers/run-starts.ts';
import type { FoundHook, HookSource } from '../triggers/webhooks/hook.ts';
import { readRequestLine } from '../triggers/webhooks/read-request.ts';
import { formRoute } from '../triggers/webhooks/router.ts';
import { acceptEveryBody, type CallServing, methods, pathOf } from '../triggers/webhooks/serve.ts';
import { answerForm } from './answer-form.ts';
import { formPage, presetsOf } from './form-page.ts';
import { receiveForm, toSubmission } from './sent-form.ts';
import { forPeople, refuseVisitor } from './visitors.ts';

/** First pages of forms: each that is sent starts an execution. */
export interface FormServing extends CallServing {
  clock: Clock;
  endpoints: { name: string; source: HookSource; isTest: boolean }[];
  /** Path of the page that goes on with an execution. */
  progress(executionId: number): string;
}

const closed = () =>
  new AppError('formClosed', 'This form is closed', {
    hint: 'It does not take answers at the moment, or its address is not the whole one.',
  });

const notAwaited = () =>
  new AppError('formClosed', 'This test form is not open', {
    hint: 'Click "Run workflow" in the editor, and open the form again. It can be sent once, within two minutes.',
  });

/** @param scope encapsulated: its parsers are replaced */
export const registerForms = (scope: FastifyInstance, serving: FormServing): void => {
  acceptEveryBody(scope);
  for (const { name, source, isTest } of serving.endpoints) {
    const prefix = name.length + 2;
    scope.route({
      method: methods,
      url: `/${name}/*`,
      exposeHeadRoute: false,
      errorHandler: forPeople(),
      handler: async (request, reply) => {
        const found = await source.find(formRoute, pathOf(request).slice(prefix));
        const form = found?.entry.spec.form;
        if (!found || !form) throw isTest ? notAwaited() : closed();
        return serveFirst(request, reply, found, { form, isTest }, serving);
      },
    });
  }
};

/** What the address asks of whoever comes is said once, in the webhook's own words. */
const withGuards = (form: FormSpec, { ipAllowList, ignoreBots, authentication }: WebhookSpec): FormSpec => ({
  ...form,
  ipAllowList,
  ignoreBots,
  authentication,
});

const serveFirst = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { entry: hook }: FoundHook,
  { form: shown, isTest }: { form: FormSpec; isTest: boolean },
  serving: FormServing,
): Promise<FastifyReply> => {
  const { spec } = hook;
  const form = withGuards({ ...shown, responseMode: spec.responseMode }, spec);
  refuseVisitor(form, request, serving.address());
  await serving.authorize(hook, request);
  const line = readRequestLine(request, serving.address());
  const place = { isTest, isPlain: !form.leadsOn && form.responseMode === 'responseNode' };
  if (request.method === 'GET' || request.method === 'HEAD')
    return sendPage(reply, await formPage(form, presetsOf(form, line.query), place));
  if (request.method !== 'POST')
    return sendPage(reply.header('allow', 'GET, HEAD, POST'), messagePage('This is a form', undefined), 405);

  const read = await receiveForm(form, request, reply, serving.parser);
  if (read.problems.size > 0) return sendPage(reply, await formPage(form, read, place), 422);
  const files = serving.openFiles();
  let run: EnqueuedExecution | undefined;
  try {
    const submission = await toSubmission(read, line, {
      write: async (content, about) => serving.binary.write(String(await files.executionId()), content, about),
      now: serving.clock.now(),
    });
    run = await hook.start(formPayload(submission), files.reserved());
  } finally {
    if (!run) await files.drop();
  }
  return answerForm(request, reply.header('x-execution-id', String(run.executionId)), form, run, serving);
};
