import type { BinaryData } from '@millrace/contract';
import type { FormField, FormSpec, WebhookRequest } from '@millrace/engine/node-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnqueuedExecution } from '../../executions/types.ts';
import { AppError } from '../../platform/errors.ts';
import { readBody } from '../../triggers/webhooks/body.ts';
import { awaitResult } from '../../triggers/webhooks/caller.ts';
import { readContentType } from '../../triggers/webhooks/parsing/content-type.ts';
import { readRequestLine } from '../../triggers/webhooks/read-request.ts';
import { isAllowedAddress, parseAllowList } from '../../triggers/webhooks/sender.ts';
import { send } from '../../triggers/webhooks/serve.ts';
import type { WaitServing } from '../wait-serving.ts';
import { over, type WaitingRun } from '../waiting-run.ts';
import { formPage } from './form-page.ts';
import { messagePage, pageHeaders, redirectPage } from './page.ts';
import { type ReadForm, readForm, type SentForm } from './read-form.ts';

/** A form that a run waits for. Only sending it ends the wait: whoever merely looks, such as the preview of a chat, changes nothing. */
export interface WaitingForm extends WaitingRun {
  form: FormSpec;
}

const goesOn = 'Your answers have arrived. The workflow goes on when the server runs again.';
const failed = 'Your answers have arrived, but the workflow could not be finished.';

export const createFormServing =
  (serving: WaitServing) =>
  async (request: FastifyRequest, reply: FastifyReply, waiting: WaitingForm): Promise<FastifyReply> => {
    const { form } = waiting;
    if (form.ipAllowList && !isAllowedAddress(request.ip, parseAllowList(form.ipAllowList)))
      throw new AppError('webhookRefused', 'This form does not take answers from your address.');
    const line = readRequestLine(request, serving.address());
    reply.headers(pageHeaders);
    if (request.method === 'GET' || request.method === 'HEAD')
      return reply.send(formPage(form, { values: preset(form, line.query), problems: new Map() }));
    if (request.method !== 'POST')
      return reply.code(405).header('allow', 'GET, HEAD, POST').send(messagePage('This is a form', undefined));

    const read = readForm(form, await readSent(request, reply, serving));
    if (read.problems.size > 0) return reply.code(422).send(formPage(form, read));
    const run = await resume(waiting, read, line, serving);
    return answer(reply, form, run, serving);
  };

/** What the address itself fills in: `?Label=value`. */
const preset = (form: FormSpec, query: WebhookRequest['query']): Map<number, string[]> => {
  const values = new Map<number, string[]>();
  for (const [index, field] of form.fields.entries()) {
    const given = valuesOf(field, query);
    if (given.length > 0) values.set(index, given);
  }
  return values;
};

const valuesOf = (field: FormField, query: WebhookRequest['query']): string[] => {
  if (field.type === 'note' || field.type === 'file' || field.type === 'password') return [];
  for (const key of [field.name, field.label]) {
    if (key && Object.hasOwn(query, key)) return [query[key]].flat().map(String);
  }
  return [];
};

/** @throws AppError unsupportedMediaType, bodyTooLarge, webhookBadBody */
const readSent = async (request: FastifyRequest, reply: FastifyReply, { parser }: WaitServing): Promise<SentForm> => {
  const contentType = readContentType(request.raw.headers['content-type']);
  try {
    if (!['multipart', 'form'].includes(contentType.format))
      throw new AppError('unsupportedMediaType', 'A form must be sent as multipart/form-data.');
    const { body, files } = await parser.parse(await readBody(request.raw), contentType);
    return { fields: JSON.parse(body) as SentForm['fields'], files };
  } catch (error) {
    // What is left of the body is not read.
    reply.header('connection', 'close');
    throw error;
  }
};

const resume = async (
  { executionId, waitCount }: WaitingForm,
  { answers, files }: ReadForm,
  line: ReturnType<typeof readRequestLine>,
  { dispatcher, binary, clock }: WaitServing,
): Promise<EnqueuedExecution> => {
  const request: WebhookRequest = { ...line, params: {}, body: answers };
  if (files.length > 0) {
    const stored: Record<string, BinaryData> = Object.create(null);
    for (const [name, { bytes, fileName, mimeType }] of files)
      stored[name] = await binary.write(String(executionId), bytes, { fileName, mimeType });
    request.binary = stored;
  }
  const resumed = await dispatcher.resume(
    executionId,
    { kind: 'form', fields: answers, submittedAt: clock.now(), request },
    { waitCount },
  );
  if (!resumed) throw over();
  return resumed;
};

const answer = async (
  reply: FastifyReply,
  form: FormSpec,
  run: EnqueuedExecution,
  serving: WaitServing,
): Promise<FastifyReply> => {
  if (form.responseMode === 'lastNode' || form.responseMode === 'responseNode') {
    const result = await awaitResult(reply, run, form.responseMode === 'responseNode', serving.abandon);
    if (!result) return reply;
    if (result.response) return send(reply, serving, result.response, run);
    const { status } = result.ended ?? {};
    if (status === 'queued') return reply.send(messagePage('Sent', goesOn));
    if (status !== 'success') return reply.code(500).send(messagePage('Something went wrong', failed));
  }
  const { completion } = form;
  return reply.send(
    completion.kind === 'redirect'
      ? redirectPage(completion.url)
      : messagePage(completion.title || 'Sent', completion.message || undefined),
  );
};
