import { Socket } from 'node:net';
import { toExecutionError } from '@millrace/engine';
import { createHosts } from '../../executions/worker/host.ts';
import { createOutboundClient } from '../../executions/worker/outbound-client.ts';
import type { LoadNodeTypes } from '../../executions/worker/type-loader.ts';
import { watchParent } from '../../executions/worker/watch-parent.ts';
import type { WorkerSettings } from '../../executions/workers/settings.ts';
import { channelDescriptor } from '../../executions/workers/wire.ts';
import { createFrameReader, toFrame } from '../../platform/frames.ts';
import type { FromCalls, ToCalls } from '../protocol.ts';
import { fromSent } from '../sent-method.ts';
import type { StaticDataChanges } from '../types.ts';
import { mostOutputBytes, toAnswer, toText } from './answers.ts';
import { type Call, createCall, keyOf } from './call.ts';
import { runListener } from './listener.ts';
import { callMethod, isRepeatable, nameOf } from './methods.ts';
import { MissingError } from './missing.ts';
import { createCallMarker } from './running-call.ts';
import { type LoadCredentialType, signIn } from './sign-in.ts';
import { createSubjects, type Subjects } from './subjects.ts';

/** What a call gives: JSON of its value and of a trigger's output, and what it has changed. */
interface Given {
  value: Buffer;
  output?: Buffer;
  staticData?: StaticDataChanges;
}

/**
 * A process that calls methods of nodes and runs listeners, many at a time. Code is loaded by the first call that needs it. What fails outside of a
 * call's promises, such as an event of a connection that nobody handles, fails the call that it came of.
 *
 * @param loadNodeTypes definitions of the named types; unknown names are passed over
 */
export const serveCalls = (loadNodeTypes: LoadNodeTypes, loadCredentialType: LoadCredentialType): void => {
  const marker = createCallMarker();
  const outbound = createOutboundClient(() => send({ type: 'wantOutbound' }));
  const calls = new Map<number, Call>();
  let hosts: ReturnType<typeof createHosts>;
  let subjects: Subjects;
  let libraries: WorkerSettings['libraries'];

  const socket = new Socket({ fd: channelDescriptor, readable: true, writable: true });
  const send = (message: FromCalls, ...bytes: Buffer[]): void => {
    for (const piece of toFrame(message, ...bytes)) socket.write(piece);
  };

  const begin = (settings: WorkerSettings): void => {
    hosts = createHosts(settings);
    libraries = settings.libraries;
    subjects = createSubjects({ settings, hosts, outbound, loadNodeTypes });
  };

  const run = async (call: Call, work: () => Promise<Given>): Promise<void> => {
    const { id, keys } = call;
    calls.set(id, call);
    try {
      const { value, output, staticData } = await Promise.race([work(), call.failed]);
      if (!output) send({ type: 'answered', id, staticData }, value);
      else send({ type: 'answered', id, outputBytes: output.length, staticData }, value, output);
    } catch (error) {
      const failure = toExecutionError(error, { timestamp: Date.now(), mask: call.secrets.mask });
      send({ type: 'failed', id, failure, missing: error instanceof MissingError ? error.missing : undefined });
    } finally {
      calls.delete(id);
      // Its code may go on, where it has failed outside of its promises.
      call.stop.abort();
      if (keys.areUsed) outbound.forget(keyOf(id), Number.MAX_SAFE_INTEGER);
    }
  };
  const start = (id: number, work: (call: Call) => Promise<Given>): void =>
    marker.run(id, () => {
      const call = createCall(id, send, outbound.credential);
      void run(call, () => work(call));
    });

  const ask = ({ id, subject, method: sent }: Extract<ToCalls, { type: 'ask' }>, bytes: Buffer): void =>
    start(id, async (call) => {
      const method = fromSent(sent, bytes);
      call.keys.begin(0, isRepeatable(method.kind));
      const { definition, context, staticDataChanges } = await subjects.setUp(call, subject);
      send({ type: 'begun', id });
      const called = nameOf(definition, method);
      const { value, output } = toAnswer(called, method.kind, await callMethod(definition, context, method));
      return {
        value: toText(called, value),
        output: output && toText(called, output, mostOutputBytes),
        staticData: staticDataChanges(),
      };
    });

  const loadType = (name: string) => loadCredentialType(name, libraries);

  const listen = ({ id, subject, isTest }: Extract<ToCalls, { type: 'listen' }>): void =>
    start(id, async (call) => {
      const node = await subjects.setUp(call, subject);
      send({ type: 'begun', id });
      await runListener(call, node, { isTest, send });
      return { value: toText('', null) };
    });

  const takeToken = (message: Extract<ToCalls, { type: 'signIn' }>): void =>
    start(message.id, async (call) => {
      // A token may be given only once.
      call.keys.begin(0, false);
      send({ type: 'begun', id: call.id });
      return { value: toText('', await signIn(call, message, { loadCredentialType: loadType, hosts, outbound })) };
    });

  const receive = (message: ToCalls, bytes: Buffer): void => {
    switch (message.type) {
      case 'settings':
        begin(message.settings);
        return;
      case 'workflow':
        subjects.add(message.workflow, bytes.toString());
        return;
      case 'forgetWorkflow':
        subjects.forget(message.workflow);
        return;
      case 'ask':
        ask(message, bytes);
        return;
      case 'listen':
        listen(message);
        return;
      case 'signIn':
        takeToken(message);
        return;
      case 'abort':
        // Code that waits for this runs at once.
        if (calls.has(message.id)) marker.run(message.id, () => calls.get(message.id)?.stop.abort());
        return;
      case 'emitted':
        calls.get(message.id)?.answerEvent(message.event, message.emitted);
        return;
      case 'notEmitted':
        calls.get(message.id)?.refuseEvent(message.event, message.message);
        return;
      case 'execution':
        calls.get(message.id)?.found(message.executionId);
        return;
      case 'dataTableAnswer':
        calls.get(message.id)?.dataTables.answer(message.question, bytes.toString());
        return;
      case 'outbound':
        outbound.reachAt(message.address);
        return;
      case 'ping':
        send({ type: 'pong' });
        return;
    }
  };

  // Without the serving process there is no one to answer.
  socket.on('end', () => process.exit(0)).on('error', () => process.exit(0));
  socket.on(
    'data',
    createFrameReader<ToCalls>(({ head, bytes }) => receive(head, bytes)),
  );
  watchParent();
  // A call that is over leaves its promises behind; what becomes of them concerns no other.
  process.on('unhandledRejection', () => {});
  process.on('uncaughtException', (error) => calls.get(marker.last() ?? 0)?.fail(error));
  send({ type: 'ready' });
};
