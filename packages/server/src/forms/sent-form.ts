import type { BinaryData } from '@millrace/contract';
import type { FormSpec, FormSubmission, WebhookRequest } from '@millrace/engine/node-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { readBody } from '../triggers/webhooks/body.ts';
import type { BodyParser } from '../triggers/webhooks/parsing/body-parser.ts';
import { readContentType } from '../triggers/webhooks/parsing/content-type.ts';
import type { readRequestLine, WriteBinary } from '../triggers/webhooks/read-request.ts';
import { type ReadForm, readForm, type SentForm } from './read-form.ts';

/** What of a request is the form. @throws AppError unsupportedMediaType, bodyTooLarge, webhookBadBody */
const readSent = async (request: FastifyRequest, reply: FastifyReply, parser: BodyParser): Promise<SentForm> => {
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

export const receiveForm = async (
  form: FormSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  parser: BodyParser,
): Promise<ReadForm> => readForm(form, await readSent(request, reply, parser));

/** With its files, which are stored. */
export const toSubmission = async (
  { answers, files }: ReadForm,
  line: ReturnType<typeof readRequestLine>,
  { write, now }: { write: WriteBinary; now: number },
): Promise<FormSubmission> => {
  const request: WebhookRequest = { ...line, params: {}, body: answers };
  if (files.length > 0) {
    const stored: Record<string, BinaryData> = Object.create(null);
    for (const [name, { bytes, fileName, mimeType }] of files)
      stored[name] = await write(bytes, { fileName, mimeType });
    request.binary = stored;
  }
  return { fields: answers, submittedAt: now, request };
};
