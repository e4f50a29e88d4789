import { STATUS_CODES } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Level, levels, type Metrics } from './metrics.ts';

export interface Exposition {
  contentType: string;
  text: string;
}

const levelNames: Record<Level, string> = {
  executionsQueued: 'millrace_executions_queued',
  executionsRunning: 'millrace_executions_running',
  executionsWaiting: 'millrace_executions_waiting',
  workers: 'millrace_workers',
};

/** A workflow may answer with any number; only those with a meaning get a series. */
const statusLabel = (status: number): string => (STATUS_CODES[status] === undefined ? 'other' : `${status}`);

/** Figures of this process in the form that Prometheus reads: its own, and those of Node (memory, event loop, collections). */
export const createPrometheus = (): Metrics & { expose(): Promise<Exposition> } => {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const started = new Counter({
    name: 'millrace_executions_started_total',
    help: 'Executions that were started',
    labelNames: ['mode'],
    registers,
  });
  const ended = new Counter({
    name: 'millrace_executions_ended_total',
    help: 'Executions that have ended',
    labelNames: ['mode', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'millrace_execution_duration_seconds',
    help: 'From the start of an execution to its end, with all waiting',
    labelNames: ['mode'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600, 3600],
    registers,
  });
  const webhooks = new Counter({
    name: 'millrace_webhook_answers_total',
    help: 'Calls of webhooks that were answered, by the status of the answer',
    labelNames: ['kind', 'status'],
    registers,
  });
  const commitWrites = new Histogram({
    name: 'millrace_database_commit_writes',
    help: 'Writes that were made durable together',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'millrace_database_commit_seconds',
    help: 'Time of one transaction of such a group',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.2, 1, 5],
    registers,
  });
  const restarts = new Counter({
    name: 'millrace_worker_restarts_total',
    help: 'Worker processes that were replaced',
    registers,
  });
  const pruned = new Counter({
    name: 'millrace_executions_pruned_total',
    help: 'Executions that were deleted because of their age or number',
    registers,
  });

  const nodeCalls = new Histogram({
    name: 'millrace_node_call_seconds',
    help: 'Calls of node code outside of executions, by method and outcome',
    labelNames: ['method', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });

  return {
    executionStarted: (mode) => started.inc({ mode }),
    executionEnded(mode, status, seconds) {
      ended.inc({ mode, status });
      duration.observe({ mode }, seconds);
    },
    webhookAnswered: (kind, status) => webhooks.inc({ kind, status: statusLabel(status) }),
    committed(writes, seconds) {
      commitWrites.observe(writes);
      commitSeconds.observe(seconds);
    },
    workerRestarted: () => restarts.inc(),
    nodeCalled: (method, outcome, seconds) => nodeCalls.observe({ method, outcome }, seconds),
    executionsPruned: (executions) => pruned.inc(executions),
    level(name, read) {
      new Gauge({
        name: levelNames[name],
        help: levels[name],
        registers,
        async collect() {
          try {
            this.set(await read());
          } catch {
            this.remove();
          }
        },
      });
    },
    expose: async () => ({ contentType: register.contentType, text: await register.metrics() }),
  };
};
