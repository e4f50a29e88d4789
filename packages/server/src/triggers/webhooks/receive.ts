import type { JsonObject } from '@millrace/contract';
import type { WebhookResponse, WebhookSpec } from '@millrace/engine/node-api';
import type { Dispatcher, EnqueueRequest, StaticDataStep } from '../../executions/types.ts';
import type { CallSubject, CallToJudge, NodeCalls } from '../../node-calls/types.ts';
import { startByOutput } from '../run-starts.ts';
import type { StartedFiles } from '../started-files.ts';
import { lastNodeAnswerOf, type ReceivedOutcome, ReceiveTimeout } from './hook.ts';

/** A call that code of the node judges before an execution starts. */

export interface Receiving {
  calls: Pick<NodeCalls, 'ask'>;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  /** Milliseconds that the node has. */
  timeout: number;
}

/** What is asked, and what an accepted call starts. */
export interface ReceivingNode {
  subject: CallSubject;
  spec: WebhookSpec;
  isTest: boolean;
  /** Asked for when the execution is about to start. */
  run(): Promise<Pick<EnqueueRequest, 'version' | 'mode' | 'trigger' | 'destinationNode' | 'sessionId'>>;
  /** Stores what the node has changed of its static data where no execution starts. */
  keep(changes: Record<string, JsonObject>): Promise<unknown>;
  /** The same with the execution; undefined: it is not stored. */
  step(changes: Record<string, JsonObject>): StaticDataStep | undefined;
}

/** Milliseconds by which the limit of the call itself is longer, so that ours comes first. */
const grace = 2000;

const refusal = (status: number, message: string, headers: Record<string, string> = {}): WebhookResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body: { kind: 'text', text: message },
});

const judge = async ({ calls, timeout }: Receiving, node: ReceivingNode, call: CallToJudge, files: StartedFiles) => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new ReceiveTimeout()), timeout);
  try {
    const method = { kind: 'receive' as const, call, isTest: node.isTest };
    const executionId = () => files.executionId();
    return await calls.ask(node.subject, method, { signal: limit.signal, timeout: timeout + grace, executionId });
  } finally {
    clearTimeout(timer);
  }
};

/** @throws ReceiveTimeout; NodeError of the node; AppError tooManyRuns */
export const receiveCall = async (
  receiving: Receiving,
  node: ReceivingNode,
  call: CallToJudge,
  files: StartedFiles,
): Promise<ReceivedOutcome> => {
  const { value: receipt, staticData: changes } = await judge(receiving, node, call, files);
  if (receipt.kind !== 'accept') {
    if (changes) await node.keep(changes);
    if (receipt.kind === 'answer') return { response: receipt.response };
    return { response: refusal(receipt.status, receipt.message, receipt.headers) };
  }
  const { spec, subject } = node;
  const { output, response } = receipt;
  const isAnswered = response !== undefined;
  const run = await receiving.dispatcher.enqueue({
    ...(await node.run()),
    executionId: files.reserved(),
    start: startByOutput(subject.node, output),
    lastNodeAnswer: isAnswered ? undefined : lastNodeAnswerOf(spec),
    waitForAnswer: node.isTest || (!isAnswered && spec.responseMode !== 'onReceived'),
    staticDataStep: changes && node.step(changes),
  });
  return isAnswered ? { run, response } : { run };
};
