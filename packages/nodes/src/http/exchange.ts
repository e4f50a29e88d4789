/** One request as it is sent, and what came back: the same for every node that speaks HTTP. */
import type { ExecuteContext, HttpRequest } from '@millrace/engine/node-api';
import {
  type AnswerContent,
  type AnswerOptions,
  type ReadResponse,
  readContent,
  readResponse,
  textOf,
} from './answer.ts';
import { failedAnswer, failedExchange } from './failure.ts';
import { encodeRequest, type RequestPlan, type Transport } from './request.ts';

export interface Page {
  request: HttpRequest;
  response: ReadResponse;
  content: AnswerContent;
}

/** What a request needs of the context that it is made in. */
export type HttpContext = Pick<ExecuteContext, 'http' | 'binary' | 'signal' | 'sleep' | 'now'>;

export interface ExchangeSettings {
  transport: Transport;
  answer: AnswerOptions;
  /** Whether an answer with status 400 or more is an answer like any other. */
  accepts?(status: number): boolean;
  /** Type of the credential that signs the request. */
  credential?: string;
  /** The item that a failure is of. */
  itemIndex: number;
}

const acceptHeaders: Record<AnswerOptions['format'], string> = {
  autodetect: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9,image/*;q=0.8,*/*;q=0.7',
  json: 'application/json,text/*;q=0.9,*/*;q=0.8',
  text: 'text/plain,text/html,application/xml,application/json;q=0.9,*/*;q=0.8',
  file: '*/*',
};

/** Sends a request and reads its answer, whatever its status is. @throws NodeError where there is no answer */
export const send = async (
  context: HttpContext,
  plan: RequestPlan,
  { transport, answer, credential, itemIndex }: ExchangeSettings,
): Promise<{ request: HttpRequest; response: ReadResponse }> => {
  const encoded = encodeRequest(plan, transport, { accept: acceptHeaders[answer.format] });
  const request = credential === undefined ? encoded : { ...encoded, credential };
  // Other answers are kept until they are recorded, so that a request which must not be made twice is not.
  const streamed = request.method === 'GET' && (answer.format === 'file' || answer.format === 'autodetect');
  const answered = await context.http({ ...request, streamed, signal: context.signal }).catch((error: unknown) => {
    throw context.signal.aborted ? error : failedExchange(request, error, itemIndex);
  });
  return { request, response: await readResponse(answered, answer, request.url, context.binary) };
};

/** The same, where an answer that counts as a failure is thrown. @throws NodeError */
export const exchange = async (context: HttpContext, plan: RequestPlan, settings: ExchangeSettings): Promise<Page> => {
  const { request, response } = await send(context, plan, settings);
  const { answer, itemIndex } = settings;
  const isFailure = response.status >= 400;
  if (isFailure && !settings.accepts?.(response.status)) {
    throw failedAnswer(request, response, textOf(response), itemIndex);
  }
  const forgiving = answer.forgiving || isFailure;
  return { request, response, content: readContent(response, { ...answer, forgiving }) };
};
