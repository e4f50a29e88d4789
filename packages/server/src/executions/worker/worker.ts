import { flushCompileCache } from 'node:module';
import type { HostServices } from '@millrace/engine/node-api';
import { createSandboxClient } from '../../sandbox/client.ts';
import type { EarlierPart, RecordedPage, RecordedPlace, ToWorker, WorkerExecution } from '../workers/protocol.ts';
import { createRunningMarker } from '../workers/running-mark.ts';
import type { WorkerSettings } from '../workers/settings.ts';
import { createCallKeys } from './call-keys.ts';
import { type Calls, createCalls } from './calls.ts';
import { openChannel } from './channel.ts';
import { codeServices } from './code.ts';
import { createDataTableClient, type DataTableClient } from './data-table-client.ts';
import { execute, failedResult, type RunningExecution } from './execute.ts';
import { createGivenSecrets } from './given-secrets.ts';
import { createHosts, type Hosts } from './host.ts';
import { createMemoryGauge } from './memory.ts';
import { requestsOf } from './node-requests.ts';
import { createOutboundClient } from './outbound-client.ts';
import { createQuestions, filesOf, type Questions } from './questions.ts';
import { createRecordedNodeRuns } from './recorded-node-runs.ts';
import type { LoadNodeTypes } from './type-loader.ts';
import { createVersions } from './versions.ts';
import { watchParent } from './watch-parent.ts';

/** What messages may say to an execution of this worker, from the moment when it has come. */
interface LocalExecution {
  stop: AbortController;
  calls: Calls;
  dataTables: DataTableClient;
  questions: Questions;
  isPausing: boolean;
  /** Of the node run that is under way; the same when the execution goes on after a crash. */
  position: number;
  running?: RunningExecution;
  /** Takes the next page of recorded results. */
  onPage?(page: RecordedPage): void;
}

/**
 * A worker: takes executions from the serving process over the channel to it, runs many at a time, and tells what happens. It
 * imports little, since every worker pays for it in memory; nodes and clients are loaded by the first that needs them.
 *
 * @param loadNodeTypes definitions of the named types; unknown names are passed over
 */
export const runExecutions = (loadNodeTypes: LoadNodeTypes): void => {
  const versions = createVersions(async (names) => {
    const definitions = await loadNodeTypes(names, settings.libraries);
    keepCompiled();
    return definitions;
  });
  const executions = new Map<number, LocalExecution>();
  const memory = createMemoryGauge();
  const markRunning = createRunningMarker();
  const outbound = createOutboundClient(() => send({ type: 'wantOutbound' }));
  const sandbox = createSandboxClient(() => send({ type: 'wantSandbox' }));
  let settings: WorkerSettings;
  let hosts: Hosts;

  /** All recorded results, of which the serving process has sent the first: it reads no more than a few megabytes at a time. */
  const gather = async (local: LocalExecution, executionId: number, { recorded, next: rest }: EarlierPart) => {
    const { runs: gathered, add } = createRecordedNodeRuns();
    add(recorded);
    for (let next: RecordedPlace | null | undefined = rest; next && !local.stop.signal.aborted; ) {
      send({ type: 'wantRecorded', executionId, from: next });
      const page = await new Promise<RecordedPage>((resolve) => {
        local.onPage = resolve;
      });
      add(page.nodes);
      next = page.next;
    }
    return gathered;
  };

  const start = async (execution: WorkerExecution): Promise<void> => {
    const { executionId, waitCount } = execution;
    const resumed = () => markRunning(executionId);
    resumed();
    const calls = createCalls({ executionId, waitCount, position: () => local.position, send });
    const keys = createCallKeys(executionId, waitCount);
    const forget = (before: number) => {
      if (keys.areUsed) outbound.forget(executionId, before);
    };
    const dataTables = createDataTableClient({
      keys,
      send: (id, key, request) => send({ type: 'dataTable', executionId, id, key, request }),
      resumed,
    });
    const questions = createQuestions({
      executionId,
      send: (id, question) => send({ type: 'question', executionId, id, question }),
      resumed,
    });
    const local: LocalExecution = {
      stop: new AbortController(),
      calls,
      dataTables,
      questions,
      isPausing: false,
      position: 0,
    };
    executions.set(executionId, local);
    try {
      const version = await versions.get(execution.versionId);
      const host: HostServices = {
        ...hosts.of(() => executionId, requestsOf(outbound, keys, executionId), resumed, questions.assertFiles),
        async callWorkflow(call, signal) {
          await questions.assertFiles(filesOf(call.items));
          return calls.call(call, signal);
        },
        dataTables: dataTables.of,
        code: codeServices(sandbox, questions.share, resumed),
        ...createGivenSecrets((use) => outbound.credential(use, executionId).finally(resumed)),
      };
      local.running = execute({
        execution,
        version,
        recorded: execution.earlier && (await gather(local, executionId, execution.earlier)),
        host,
        settings,
        signal: local.stop.signal,
        send,
        assertFiles: questions.assertFiles,
        // The first nodes run before there is anything to ask.
        onDue: ({ position, repeatable }) => {
          resumed();
          local.position = position;
          keys.begin(position, repeatable);
        },
        onDurable: forget,
      });
      if (local.isPausing) local.running.pause();
      send({ type: 'ended', result: await local.running.result });
    } catch (error) {
      send({ type: 'ended', result: failedResult(executionId, error) });
    } finally {
      // Until the serving process surely has the result.
      if (keys.areUsed) setTimeout(forget, forgetAfter, Number.MAX_SAFE_INTEGER).unref();
      if (executions.get(executionId) === local) executions.delete(executionId);
    }
  };

  const pause = (local: LocalExecution | undefined) => {
    if (!local) return;
    local.isPausing = true;
    local.running?.pause();
  };

  const receive = (message: ToWorker): void => {
    switch (message.type) {
      case 'settings':
        settings = message.settings;
        hosts = createHosts(settings);
        return;
      case 'version':
        versions.add(message.versionId, message.workflow);
        return;
      case 'forgetVersion':
        versions.forget(message.versionId);
        return;
      case 'execute':
        void start(message.execution);
        return;
      case 'stop':
        executions.get(message.executionId)?.stop.abort();
        return;
      case 'pause':
        pause(executions.get(message.executionId));
        return;
      case 'recordedPage':
        executions.get(message.executionId)?.onPage?.(message.page);
        return;
      case 'committed':
        markRunning(message.executionId);
        executions.get(message.executionId)?.running?.recorder.committed(message.id);
        return;
      case 'called':
        markRunning(message.executionId);
        executions.get(message.executionId)?.calls.answer(message.id, message.result);
        return;
      case 'dataTableAnswer':
        markRunning(message.executionId);
        executions.get(message.executionId)?.dataTables.answer(message.id, message.answer);
        return;
      case 'answer':
        markRunning(message.executionId);
        executions.get(message.executionId)?.questions.answer(message.id, message.answer);
        return;
      case 'outbound':
        outbound.reachAt(message.address);
        return;
      case 'sandbox':
        sandbox.reachAt(message.path);
        return;
      case 'ping':
        send({ type: 'pong', memory: memory() });
    }
  };

  // Without the serving process there is no one to tell the results to.
  const { send } = openChannel({ receive, memory, onEnd: () => process.exit(0) });
  watchParent();
  // A stopped execution leaves its node's promise behind; what becomes of it concerns no other.
  process.on('unhandledRejection', () => {});
  send({ type: 'ready' });
  keepCompiled();
};

/** Milliseconds after the end of an execution. */
const forgetAfter = 1000;

/** For the workers to come; by itself Node does it at an orderly exit, which a worker seldom has. */
const keepCompiled = () => void setImmediate(flushCompileCache);
