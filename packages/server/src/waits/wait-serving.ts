import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Dispatcher, RunnableVersion } from '../executions/types.ts';
import type { NodeCalls } from '../node-calls/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { CallServing } from '../triggers/webhooks/serve.ts';
import type { ResumeAddresses } from './resume-addresses.ts';
import type { WaitingRuns } from './waiting-run.ts';

/** What the addresses need that end waits: calls of any kind for what waits for a webhook, pages for what waits for a form. */
export interface WaitServing extends Omit<CallServing, 'openFiles'> {
  waiting: WaitingRuns;
  addresses: Pick<ResumeAddresses, 'token' | 'progress' | 'isProgress'>;
  db: Kysely<Database>;
  calls: Pick<NodeCalls, 'ask'>;
  clock: Clock;
  dispatcher: Pick<Dispatcher, 'resume'>;
  versions: { ofVersion(versionId: number): Promise<RunnableVersion> };
}
