import { flushCompileCache } from 'node:module';
import type { NodeDefinition } from '@millrace/engine/node-api';
import type {
  EarlierPart,
  RecordedPage,
  RecordedPlace,
  ToWorker,
  WorkerRun,
  WorkerSettings,
} from '../workers/protocol.ts';
import { type Calls, createCalls } from './calls.ts';
import { openChannel } from './channel.ts';
import { beginRun, failedEnd, type RunUnderWay } from './execute-run.ts';
import { createHosts, type Hosts } from './host.ts';
import { createRecordedRuns } from './recorded-runs.ts';
import { createVersions } from './versions.ts';
import { watchParent } from './watch-parent.ts';

/** What messages may say to a run of this worker, from the moment when it has come. */
interface LocalRun {
  stop: AbortController;
  calls: Calls;
  isHandingOver: boolean;
  /** Of the node run that is under way; the same when the run is gone on with after a crash. */
  position: number;
  underWay?: RunUnderWay;
  /** Takes the next page of recorded results. */
  onPage?(page: RecordedPage): void;
}

/**
 * A worker: takes runs from the serving process over the channel to it, executes many at a time, and tells what happens. It
 * imports little, since every worker pays for it in memory; nodes and clients are loaded by the first run that needs them.
 *
 * @param loadNodeTypes definitions of the named types; unknown names are passed over
 */
export const startWorker = (loadNodeTypes: (names: Iterable<string>) => Promise<NodeDefinition[]>): void => {
  const versions = createVersions(async (names) => {
    const definitions = await loadNodeTypes(names);
    keepCompiled();
    return definitions;
  });
  const runs = new Map<number, LocalRun>();
  let settings: WorkerSettings;
  let hosts: Hosts;

  /** All recorded results, of which the serving process has sent the first: it reads no more than a few megabytes at a time. */
  const gather = async (local: LocalRun, executionId: number, { recorded, next: rest }: EarlierPart) => {
    const { runs: gathered, add } = createRecordedRuns();
    add(recorded);
    for (let next: RecordedPlace | null | undefined = rest; next && !local.stop.signal.aborted; ) {
      send({ type: 'recordedWanted', executionId, from: next });
      const page = await new Promise<RecordedPage>((resolve) => {
        local.onPage = resolve;
      });
      add(page.nodes);
      next = page.next;
    }
    return gathered;
  };

  const start = async (run: WorkerRun): Promise<void> => {
    const { executionId, waitCount } = run;
    const calls = createCalls({ executionId, waitCount, position: () => local.position, send });
    const local: LocalRun = { stop: new AbortController(), calls, isHandingOver: false, position: 0 };
    runs.set(executionId, local);
    try {
      const version = await versions.get(run.versionId);
      const host = { ...hosts.of(executionId), callWorkflow: calls.call };
      local.underWay = beginRun({
        run,
        version,
        recorded: run.earlier && (await gather(local, run.executionId, run.earlier)),
        host,
        settings,
        signal: local.stop.signal,
        send,
        // The first nodes run before there is anything to ask.
        onPosition: (position) => {
          local.position = position;
        },
      });
      if (local.isHandingOver) local.underWay.handOver();
      send({ type: 'ended', end: await local.underWay.end });
    } catch (error) {
      send({ type: 'ended', end: failedEnd(executionId, error) });
    } finally {
      runs.delete(executionId);
    }
  };

  const handOver = (local: LocalRun | undefined) => {
    if (!local) return;
    local.isHandingOver = true;
    local.underWay?.handOver();
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
      case 'run':
        void start(message.run);
        return;
      case 'stop':
        runs.get(message.executionId)?.stop.abort();
        return;
      case 'handOver':
        handOver(runs.get(message.executionId));
        return;
      case 'recordedPage':
        runs.get(message.executionId)?.onPage?.(message.page);
        return;
      case 'committed':
        runs.get(message.executionId)?.underWay?.recorder.committed(message.id);
        return;
      case 'called':
        runs.get(message.executionId)?.calls.answer(message.id, message.result);
        return;
      case 'ping':
        send({ type: 'pong' });
    }
  };

  // Without the serving process there is no one to tell the results to.
  const { send } = openChannel({ receive, onEnd: () => process.exit(0) });
  watchParent();
  // A stopped run leaves its node's promise behind; what becomes of it concerns no other run.
  process.on('unhandledRejection', () => {});
  send({ type: 'ready' });
  keepCompiled();
};

/** For the workers to come; by itself Node does it at an orderly exit, which a worker seldom has. */
const keepCompiled = () => void setImmediate(flushCompileCache);
