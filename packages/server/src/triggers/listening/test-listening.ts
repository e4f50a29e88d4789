import { limits } from '@millrace/contract';
import type { Dispatcher, RunnableVersion } from '../../executions/types.ts';
import type { CallSubject, NodeCalls } from '../../node-calls/types.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { Bus } from '../../processes/bus.ts';
import type { Push, UserTab } from '../../push/push.ts';
import { messageOf } from '../failure-texts.ts';
import { startByOutput } from '../run-starts.ts';
import type { OpenStartedFiles, StartedFiles } from '../started-files.ts';
import { shownKey } from '../webhooks/test-webhooks.ts';

/**
 * Connections that an open editor waits at, in the process that it has asked. The first event ends the connection and starts the run; without one it ends
 * after two minutes.
 */
export interface TestListening {
  /**
   * Replaces what the workflow listened to. Resolves when the connection stands, or has not failed for a while.
   * @throws what it failed with until then
   */
  wait(waiting: ListeningEditor): Promise<void>;
  /** In whichever process it is. The editor is told, unless nothing listened. */
  cancel(workflow: string): void;
  close(): Promise<void>;
}

export interface ListeningEditor {
  /** Id of the workflow, or the editor's session while it has none. */
  workflow: string;
  subject: CallSubject;
  version: RunnableVersion;
  destinationNode?: string;
  sessionId: string | undefined;
}

const tabOf = ({
  subject,
  version,
  sessionId,
}: Pick<ListeningEditor, 'subject' | 'version' | 'sessionId'>): UserTab | undefined =>
  sessionId === undefined ? undefined : { sessionId, userId: subject.ranBy, workflowId: version.workflowId };

/** Milliseconds for a connection that does not say that it stands. */
const usualPatience = 5000;

export const createTestListening = (options: {
  calls: Pick<NodeCalls, 'listen'>;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  files: OpenStartedFiles;
  push: Pick<Push, 'send'>;
  bus: Pick<Bus, 'broadcast' | 'on'>;
  patience?: number;
}): TestListening => {
  const { calls, dispatcher, push, bus, patience = usualPatience } = options;
  const open = new Map<string, { ending: AbortController; ended: Promise<void> }>();
  const onReceived = new Error('The event has come');

  const endHere = (workflow: string): void => open.get(workflow)?.ending.abort();
  bus.on('testListeningCanceled', ({ workflow }) => endHere(workflow));

  /** @throws what the connection failed with */
  const listen = async (
    { workflow, subject, version, destinationNode, sessionId }: ListeningEditor,
    ending: AbortController,
    onConnected: () => void,
  ): Promise<void> => {
    let files: StartedFiles | undefined;
    let hasStarted = false;
    const start = async (output: JsonText, reserved: number | undefined) => {
      if (hasStarted || ending.signal.aborted) throw new Error('Only the first event of a test counts');
      hasStarted = true;
      const { executionId } = await dispatcher.enqueue({
        executionId: reserved,
        version,
        ranBy: subject.ranBy,
        mode: 'manual',
        start: startByOutput(subject.node, output),
        destinationNode,
        sessionId,
      });
      const tab = tabOf({ subject, version, sessionId });
      if (tab) {
        const data = { workflowId: shownKey(workflow, tab), executionId: String(executionId) };
        push.send(tab, { type: 'testWebhookReceived', data });
      }
      return { executionId: String(executionId) };
    };
    try {
      await calls.listen(subject, {
        isTest: true,
        signal: ending.signal,
        onConnected,
        onStaticData: async () => {},
        async onEmit({ output, executionId }) {
          const emitted = await start(output, executionId);
          // After the node has heard of it.
          setTimeout(() => ending.abort(onReceived), 100);
          return emitted;
        },
        executionId() {
          files ??= options.files();
          return files.executionId();
        },
      });
    } finally {
      if (!hasStarted) await files?.drop();
    }
  };

  const cancel = (workflow: string): void => {
    endHere(workflow);
    bus.broadcast('testListeningCanceled', { workflow });
  };

  return {
    async wait(waiting) {
      const { workflow } = waiting;
      cancel(workflow);
      // Another one may have begun while this one waited for the end of an earlier one.
      for (let earlier = open.get(workflow); earlier; earlier = open.get(workflow)) {
        earlier.ending.abort();
        await earlier.ended;
      }
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), limits.testWebhookLifetime);
      const begun = Promise.withResolvers<void>();
      const patient = setTimeout(begun.resolve, patience);
      let hasBegun = false;
      void begun.promise.then(
        () => (hasBegun = true),
        () => {},
      );
      const ended = (async () => {
        let failure: string | undefined;
        try {
          await listen(waiting, ending, begun.resolve);
          if (!ending.signal.aborted) failure = 'The connection has ended before an event came';
        } catch (error) {
          if (!hasBegun) begun.reject(error);
          failure = messageOf(error);
        } finally {
          clearTimeout(timer);
          clearTimeout(patient);
          if (open.get(workflow)?.ending === ending) open.delete(workflow);
          begun.resolve();
        }
        const tab = tabOf(waiting);
        if (ending.signal.reason === onReceived || !hasBegun || !tab) return;
        const data = { workflowId: shownKey(workflow, tab), ...(failure !== undefined && { message: failure }) };
        push.send(tab, { type: 'testWebhookDeleted', data });
      })();
      open.set(workflow, { ending, ended });
      await begun.promise;
    },

    cancel,

    async close() {
      for (const { ending } of open.values()) ending.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
};
