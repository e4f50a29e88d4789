import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forPeople } from '../forms/visitors.ts';
import { createStartedFiles } from '../triggers/started-files.ts';
import { hookHeaders } from '../triggers/webhooks/answer.ts';
import { createHook, type Hook, type HookSource, hookOwner, lastNodeAnswerOf } from '../triggers/webhooks/hook.ts';
import { acceptEveryBody, type CallServing, methods, pathOf, serveCall } from '../triggers/webhooks/serve.ts';
import { createProgressServing } from './progress.ts';
import { waitingEndpoints } from './resume-addresses.ts';
import { serveWaitingForm } from './serve-waiting-form.ts';
import type { WaitServing } from './wait-serving.ts';
import { over, readExecutionId, unknownAddress, type WaitingRun } from './waiting-run.ts';

const parts = (request: FastifyRequest): { id: string; token: string; suffix: string } => {
  const [id = '', token = '', ...suffix] = pathOf(request).slice(1).split('/').slice(1);
  return { id, token, suffix: suffix.join('/').replace(/\/$/, '') };
};

/** @param scope encapsulated: its parsers are replaced */
export const registerWaits = (scope: FastifyInstance, serving: WaitServing): void => {
  acceptEveryBody(scope);
  scope.route({
    method: methods,
    url: `/${waitingEndpoints.webhook}/*`,
    exposeHeadRoute: false,
    errorHandler: forPeople((reply) => reply.headers(hookHeaders)),
    handler: async (request, reply) => {
      const { id, token, suffix } = parts(request);
      const run = await serving.waiting.find(id, token);
      const source = sourceOf(run, suffix, serving);
      const { method = '' } = run.wait.webhook ?? {};
      // As at other webhooks, HEAD has no effect; here it is refused, since there is one call that counts.
      if (request.method === 'HEAD' && method !== 'HEAD')
        return reply.headers(hookHeaders).code(405).header('allow', method).send();
      return serveCall(request, reply, source, pathOf(request).slice(1), callServing(run, serving));
    },
  });

  const serveProgress = createProgressServing(serving);
  scope.route({
    method: methods,
    url: `/${waitingEndpoints.form}/*`,
    exposeHeadRoute: false,
    errorHandler: forPeople(),
    handler: async (request, reply) => {
      const { id, token, suffix } = parts(request);
      const executionId = readExecutionId(id);
      const isState = suffix === 'state';
      if (executionId !== undefined && (suffix === '' || isState) && serving.addresses.isProgress(executionId, token))
        return serveProgress(request, reply, executionId, isState);
      const run = await serving.waiting.find(id, token);
      if (!run.wait.form) throw unknownAddress();
      return serveWaitingForm(request, reply, { ...run, form: run.wait.form }, { ...serving, suffix });
    },
  });
};

const hint = 'A resume address answers the method, and with the suffix, that its Wait node asks for.';

/** The one hook that a wait is. */
const sourceOf = (run: WaitingRun, suffix: string, { dispatcher, versions }: WaitServing): HookSource => {
  const { executionId, waitCount } = run;
  const { suffix: asked = '', ...spec } = run.wait.webhook ?? { method: '' };
  if (!run.wait.webhook || suffix !== asked) throw unknownAddress();
  const resume: Hook['start'] = async (text) => {
    const lastNodeAnswer = lastNodeAnswerOf(entry.spec);
    const resumed = await dispatcher.resume(executionId, { kind: 'webhook', text }, { waitCount, lastNodeAnswer });
    if (!resumed) throw over();
    return resumed;
  };
  const owner = async () => hookOwner(await versions.ofVersion(run.versionId), run.wait.node, run.ranBy);
  const entry = createHook({ responseMode: 'onReceived', ...spec, path: '' }, resume, undefined, owner);
  return {
    find: (method) => (method === spec.method ? { entry, params: {} } : undefined),
    methods: () => [spec.method],
    hint,
  };
};

/** Files of the call belong to the execution that waits, and stay with it if the call is refused: it has others. */
const callServing = ({ executionId }: WaitingRun, serving: WaitServing): CallServing => ({
  ...serving,
  openFiles: createStartedFiles({
    reserve: async () => executionId,
    binary: { deleteExecution: async () => {} },
    log: serving.log,
  }),
});
