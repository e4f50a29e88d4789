import * as initial from './0001-initial.ts';
import * as durableRuns from './0002-durable-runs.ts';
import * as processes from './0003-processes.ts';
import * as executionsByVersion from './0004-executions-by-version.ts';
import * as usesAndTicks from './0005-uses-and-ticks.ts';
import * as failedExecutions from './0006-failed-executions.ts';

/** Every migration in order. A number is never changed or used again once it has been released. */
export const migrations = [
  { number: 1, name: 'initial', up: initial.up },
  { number: 2, name: 'durable-runs', up: durableRuns.up },
  { number: 3, name: 'processes', up: processes.up },
  { number: 4, name: 'executions-by-version', up: executionsByVersion.up },
  { number: 5, name: 'uses-and-ticks', up: usesAndTicks.up },
  { number: 6, name: 'failed-executions', up: failedExecutions.up },
] as const;
