import { Readable } from 'node:stream';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chatPage } from '../../chat/chat-page.ts';
import type { EnqueuedExecution } from '../../executions/types.ts';
import { sendPage } from '../../pages/page.ts';
import type { BinaryStore } from '../../platform/binary/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { Log } from '../../platform/log.ts';
import { callPayload } from '../run-starts.ts';
import type { OpenStartedFiles, StartedFiles } from '../started-files.ts';
import { hookHeaders, safeHeaders, UnsendableAnswer } from './answer.ts';
import { type AuthorizeCall, type Authorized, isLedToSignIn } from './authorize.ts';
import { awaitResult } from './caller.ts';
import { type Hook, type HookSource, type ReceivedOutcome, ReceiveTimeout } from './hook.ts';
import type { BodyParser } from './parsing/body-parser.ts';
import { readWebhookRequest } from './read-request.ts';
import { corsHeaders, isAllowedAddress, isBot, isOfOtherSite } from './sender.ts';

/**
 * The HTTP side of webhooks: finds the hook, reads the call, starts the run, and answers in the way that the hook asks for. It lives in a
 * scope of its own, since nothing that the API does with its requests (schemas, sessions, origin checks) fits calls from outside.
 */
export interface WebhookServing extends CallServing {
  /** First part of the path, such as `webhook`, and what answers under it. */
  endpoints: { name: string; source: HookSource }[];
}

export interface CallServing {
  /** Address under which others reach the webhooks, with a slash at its end. */
  address(): string;
  /** For the files of a call. */
  openFiles: OpenStartedFiles;
  binary: Pick<BinaryStore, 'write' | 'open' | 'read'>;
  parser: BodyParser;
  authorize: AuthorizeCall;
  /** As `Dispatcher.abandon`: the caller has hung up. */
  abandon(executionId: number): Promise<void>;
  log: Log;
}

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const preflightMaxAge = '86400';
const startedMessage = JSON.stringify({ message: 'Workflow was started' });
const failedMessage = JSON.stringify({ message: 'Error in workflow' });
const unansweredMessage = JSON.stringify({ message: 'The workflow ended without answering the call' });
const tooLateMessage = 'The trigger did not say in time whether it takes the call. Nothing was started.';
const failedReceiveMessage = 'The trigger could not read the call. Nothing was started.';
const jsonType = 'application/json; charset=utf-8';
const executionHeader = 'x-execution-id';

/** @param scope encapsulated: its parsers are replaced */
export const acceptEveryBody = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  // The body is read only once a hook is known, and the hook says how.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Fastify refuses what is no media type. Here it is bytes like any other; the header itself stays as it came.
  scope.addHook('onRequest', (request, _reply, done) => {
    const type = request.raw.headers['content-type'];
    if (type !== undefined && !mediaType.test(type)) request.headers = { 'content-type': 'application/octet-stream' };
    done();
  });
};

/** @param scope encapsulated, as for `acceptEveryBody` */
export const registerWebhooks = (scope: FastifyInstance, serving: WebhookServing): void => {
  acceptEveryBody(scope);
  for (const { name, source } of serving.endpoints) {
    const prefix = name.length + 2;
    scope.route({
      method: methods,
      url: `/${name}/*`,
      exposeHeadRoute: false,
      handler: (request, reply) => serveCall(request, reply, source, pathOf(request).slice(prefix), serving),
    });
  }
};

/** As it came: not decoded, without the query. */
export const pathOf = (request: FastifyRequest): string => {
  const url = request.raw.url ?? '/';
  const queryAt = url.indexOf('?');
  return queryAt < 0 ? url : url.slice(0, queryAt);
};

/** One call, from its sender's check to the answer. @param path as `HookSource.find` takes it */
export const serveCall = async (
  request: FastifyRequest,
  reply: FastifyReply,
  source: HookSource,
  path: string,
  serving: CallServing,
): Promise<FastifyReply> => {
  reply.headers(hookHeaders);
  const { method } = request;
  const found = await source.find(method, path);
  if (!found) {
    const answered = (await source.methods(path)).filter((one) => methods.includes(one));
    if (answered.length > 0 && method === 'OPTIONS') return answerPreflight(request, reply, source, path, answered);
    if (answered.length > 0 && method === 'HEAD') return answerHead(reply, answered);
    return answerUnknown(reply, method, path, source.hint);
  }
  const { entry: hook, params } = found;
  const { spec } = hook;
  refuseSender(hook, request, serving.address());
  reply.headers(corsHeaders(spec, request.headers.origin));
  let authorized: Authorized | undefined;
  try {
    authorized = await serving.authorize(hook, request);
  } catch (error) {
    if (!isLedToSignIn(error, request)) throw error;
    return reply.redirect(error.gate);
  }
  if (spec.chat) return sendPage(reply, await chatPage(spec.chat));
  const { run, response } = await start(request, reply, hook, params, serving, authorized);
  if (!run) return send(reply, serving, response);
  reply.header(executionHeader, String(run.executionId));
  return response ? send(reply, serving, response) : answer(reply, spec, run, serving);
};

/** Files of the call belong to the execution that it starts, from the first of them on; without an execution there are none. */
const start = async (
  request: FastifyRequest,
  reply: FastifyReply,
  hook: Hook,
  params: Record<string, string>,
  { address, binary, parser, openFiles, log }: CallServing,
  authorized: Authorized | undefined,
): Promise<ReceivedOutcome> => {
  const files = openFiles();
  let run: EnqueuedExecution | undefined;
  try {
    const { call, bytes } = await readWebhookRequest(request, {
      spec: hook.spec,
      params,
      authorized,
      address: address(),
      parser,
      write: async (content, about) => binary.write(String(await files.executionId()), content, about),
    }).catch((error: unknown) => {
      // What is left of the body is not read; the connection cannot be used for another call.
      reply.header('connection', 'close');
      throw error;
    });
    if (!hook.receive) {
      run = await hook.start(callPayload(call), files.reserved());
      return { run };
    }
    const outcome = await receive(hook.receive, request, hook, { call, bytes }, files, log);
    run = outcome.run;
    return outcome;
  } finally {
    if (!run) await files.drop();
  }
};

/** What the caller is told of a node that failed says nothing of why: that is in the log. */
const receive = async (
  judge: NonNullable<Hook['receive']>,
  request: FastifyRequest,
  { spec }: Hook,
  { call, bytes }: { call: JsonText; bytes: Buffer },
  files: StartedFiles,
  log: Log,
): Promise<ReceivedOutcome> => {
  const { name: webhook = 'default', method, path } = spec;
  try {
    return await judge({ request: call, webhook, rawBody: bytes, remoteAddress: request.ip }, files);
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn({ err: error, method, path }, 'A trigger could not judge a call; nothing was started');
    if (error instanceof ReceiveTimeout) return { response: plainAnswer(504, tooLateMessage) };
    return { response: plainAnswer(500, failedReceiveMessage) };
  }
};

const plainAnswer = (status: number, text: string): WebhookResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: { kind: 'text', text },
});

const answer = async (
  reply: FastifyReply,
  spec: Hook['spec'],
  run: EnqueuedExecution,
  serving: CallServing,
): Promise<FastifyReply> => {
  if (spec.responseMode === 'onReceived') {
    const body = spec.responseText;
    return send(reply, serving, {
      status: spec.responseCode ?? 200,
      headers: {
        'content-type': body === undefined ? jsonType : 'text/html; charset=utf-8',
        ...spec.responseHeaders,
      },
      body: body === '' ? { kind: 'none' } : { kind: 'text', text: body ?? startedMessage },
    });
  }
  const result = await awaitResult(reply, run, spec.responseMode !== 'lastNode', serving.abandon);
  if (!result) return reply;
  const { response, ended } = result;
  if (ended?.notStored) throw ended.notStored;
  if (response) return send(reply, serving, response, run);
  // Whoever is told of a failure calls again, and the execution is there already.
  if (ended?.status === 'queued') {
    const message = 'The workflow has started. The server has stopped; the workflow goes on when it runs again.';
    return reply
      .code(202)
      .type(jsonType)
      .send(JSON.stringify({ message, executionId: String(run.executionId) }));
  }
  if (ended?.status !== 'success') return reply.code(500).type(jsonType).send(failedMessage);
  if (!ended.answer) return reply.code(500).type(jsonType).send(unansweredMessage);
  return send(reply, serving, ended.answer);
};

/** @param response of a workflow: nothing of it is trusted. @param run of whose pieces a stream is made */
export const send = async (
  reply: FastifyReply,
  { binary, log }: Pick<CallServing, 'binary' | 'log'>,
  response: WebhookResponse,
  run?: Pick<EnqueuedExecution, 'pieces'>,
): Promise<FastifyReply> => {
  let headers: Record<string, string | string[]>;
  try {
    headers = safeHeaders(response);
  } catch (error) {
    if (!(error instanceof UnsendableAnswer)) throw error;
    const executionId = Number(reply.getHeader(executionHeader));
    log.warn({ reason: error.message, executionId }, 'The answer of a workflow cannot be sent');
    return reply
      .code(500)
      .type(jsonType)
      .send(JSON.stringify({ message: error.message }));
  }
  const { vary } = headers;
  const ofOrigin = reply.getHeader('vary');
  if (vary !== undefined && ofOrigin !== undefined) headers.vary = `${ofOrigin}, ${vary}`;
  reply.code(response.status).headers(headers);
  const { body } = response;
  switch (body.kind) {
    case 'none':
      return reply.send();
    case 'text':
      return reply.send(body.text);
    case 'stream':
      return reply.send(Readable.from(run?.pieces?.() ?? [], { objectMode: false }));
    case 'binary': {
      if (body.data.id === undefined) return reply.send(Buffer.from(await binary.read(body.data)));
      const file = await binary.open(body.data.id);
      if (!file)
        return reply
          .code(500)
          .type(jsonType)
          .send(JSON.stringify({ message: 'The file is not stored any more' }));
      return reply.header('content-length', file.size).send(file.stream);
    }
  }
};

/** @throws AppError webhookRefused */
const refuseSender = ({ spec, allowed }: Hook, request: FastifyRequest, address: string): void => {
  if (allowed && !isAllowedAddress(request.ip, allowed))
    throw new AppError('webhookRefused', 'This webhook does not accept calls from your address.');
  if (spec.ignoreBots && isBot(request.headers['user-agent']))
    throw new AppError('webhookRefused', 'This webhook does not accept calls of crawlers.');
  if (spec.ofPage && isOfOtherSite(request.headers, address, spec.allowedOrigins))
    throw new AppError('webhookRefused', 'This chat takes messages from its own page only.');
};

const answerPreflight = async (
  request: FastifyRequest,
  reply: FastifyReply,
  source: HookSource,
  path: string,
  answered: string[],
): Promise<FastifyReply> => {
  const { origin } = request.headers;
  const asked = request.headers['access-control-request-method']?.toUpperCase();
  const method = asked !== undefined && answered.includes(asked) ? asked : (answered[0] as string);
  const spec = (await source.find(method, path))?.entry.spec ?? {};
  reply.headers(corsHeaders(spec, origin));
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) reply.header('access-control-allow-headers', headers);
  return reply
    .code(204)
    .header('access-control-allow-methods', answered.join(', '))
    .header('access-control-max-age', preflightMaxAge)
    .header('allow', [...answered, 'OPTIONS'].join(', '))
    .send();
};

/**
 * HEAD must do nothing (RFC 9110, 9.2.1): programs send it to look where a link leads, and services to see whether an address is there before they
 * call it. So it is told that something is there, and starts no run, unless a workflow listens for HEAD itself.
 */
const answerHead = (reply: FastifyReply, answered: string[]): FastifyReply =>
  reply
    .code(200)
    .header('allow', [...answered, 'HEAD', 'OPTIONS'].join(', '))
    .send();

const answerUnknown = (reply: FastifyReply, method: string, path: string, hint: string): FastifyReply =>
  reply.code(404).send({
    code: 404,
    error: 'webhookNotRegistered',
    message: `The requested webhook "${method} ${path}" is not registered.`,
    hint,
  });
