import { type Closing, createClosing } from './closing.ts';
import type { Config } from './config.ts';
import type { Dispatcher } from './executions/types.ts';
import { type Instance, type NodeSource, openInstance } from './instance.ts';
import type { Log } from './platform/log.ts';
import type { ProcessRole } from './processes/registry.ts';
import { serveHealth } from './serve-health.ts';
import { serveWeb } from './serve-web.ts';

export interface RunningProcess extends Pick<Dispatcher, 'workerPids'> {
  /** Takes no further work, lets runs end or hands them over, and closes the database. */
  close(): Promise<void>;
}

export interface RunningServer extends RunningProcess {
  /** Where it really listens, such as `http://127.0.0.1:5680`. */
  url: string;
  /** Where others than this machine set it up, with the token that they need; undefined where nobody else can, or it has an owner. */
  setupLink?: string;
}

/** What was opened is closed again where the start fails. */
const startProcess = async <T>(
  options: { config: Config; log: Log; role: ProcessRole; nodes?: NodeSource },
  serve: (instance: Instance, closing: Closing) => Promise<T>,
): Promise<RunningProcess & { served: T }> => {
  const closing = createClosing(options.log);
  try {
    const instance = await openInstance({ ...options, closing });
    await instance.triggers.start();
    const served = await serve(instance, closing);
    instance.begin();
    if (instance.isFirst) await instance.triggers.instanceStarted();
    return { served, close: closing.closeAll, workerPids: instance.dispatcher.workerPids };
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
};

/** The editor and the webhooks; with the role `start`, executions run here too. */
export const startServer = async (
  config: Config,
  log: Log,
  role: 'start' | 'web' = 'start',
  nodes?: NodeSource,
): Promise<RunningServer> => {
  const { served, ...started } = await startProcess({ config, log, role, nodes }, (instance, closing) =>
    serveWeb({ instance, config, log, closing }),
  );
  return { ...served, ...started };
};

/** Runs executions that others start, and nothing else. */
export const startWorker = async (config: Config, log: Log): Promise<RunningProcess> => {
  const { served: _, ...started } = await startProcess({ config, log, role: 'worker' }, async (instance, closing) => {
    if (config.workerHealthPort === 0) return;
    const health = await serveHealth({
      host: config.host,
      port: config.workerHealthPort,
      isReady: instance.isReady,
      readiness: instance.readiness,
      metrics: { expose: instance.exposeMetrics, token: config.metricsToken },
    });
    closing.add(() => health.close());
  });
  return started;
};
