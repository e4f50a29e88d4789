import type { ExecutionOutline } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { JsonText, member, withMembers } from '../../platform/json-text.ts';
import type { ResumeUrls, StoredWait } from '../types.ts';
import { startDataText, workflowDataText } from './execution-text.ts';
import { countRunsBefore, findInlineData, findNodeRuns, type NodeRunRow } from './node-run-store.ts';
import type { StoredExecution } from './store.ts';

/** Node runs in one answer. */
const runsInOutline = 5000;

/** Bytes of items of one node run that may come along, and of all of them together. */
const mostInline = { ofOne: 32 * 1024, ofAll: 512 * 1024 };

/** Those whose items come along: the first that are small enough, until there are too many. */
const chooseInline = (runs: readonly NodeRunRow[]): number[] => {
  let left = mostInline.ofAll;
  const chosen: number[] = [];
  for (const { position, size, isChunked } of runs) {
    if (isChunked || size === 0 || size > mostInline.ofOne || size > left) continue;
    left -= size;
    chosen.push(position);
  }
  return chosen;
};

const waitOf = (
  { wait, waitCount, summary: { id } }: StoredExecution,
  addresses: ResumeUrls | undefined,
): ExecutionOutline['wait'] => {
  if (wait === null) return undefined;
  const { node, webhook, form, executionId } = JSON.parse(wait) as StoredWait;
  const callOf = ({ resumeUrl, resumeFormUrl }: ResumeUrls) => {
    if (form) return { method: 'GET', url: resumeFormUrl(Number(id), waitCount) };
    if (!webhook) return undefined;
    const url = resumeUrl(Number(id), waitCount);
    return { method: webhook.method, url: webhook.suffix ? `${url}/${webhook.suffix}` : url };
  };
  return {
    node,
    call: addresses && callOf(addresses),
    kinds: [
      ...(webhook ? (['webhook'] as const) : []),
      ...(form ? (['form'] as const) : []),
      ...(executionId === undefined ? [] : (['execution'] as const)),
    ],
  };
};

/** JSON of an ExecutionOutline with the node runs from a position on. */
export const readOutline = async (
  { db, addresses }: { db: Kysely<Database>; addresses?: ResumeUrls },
  stored: StoredExecution,
  from: number,
): Promise<JsonText> => {
  const { summary, start, error, lastNode, parent } = stored;
  const executionId = Number(summary.id);
  const rows = await findNodeRuns(db, executionId, from, runsInOutline + 1);
  const next = rows.length > runsInOutline ? rows.pop()?.position : undefined;
  const inline = await findInlineData(db, executionId, chooseInline(rows));
  const runsBefore = await countRunsBefore(db, executionId, from);
  const nodes = rows.map(({ position, node, task, outputs, size }) => {
    const runIndex = runsBefore.get(node) ?? 0;
    runsBefore.set(node, runIndex + 1);
    const data = inline.get(position);
    return withMembers(JSON.stringify({ position, node, runIndex, outputs, size }), [
      member('task', task),
      ...(data === undefined ? [] : [member('data', data)]),
    ]);
  });
  const { error: _, ...shown } = summary;
  const wait = waitOf(stored, addresses);
  const about = JSON.stringify({ ...shown, lastNodeExecuted: lastNode ?? undefined, parent, wait, next });
  return new JsonText(
    withMembers(about, [
      member('workflowData', workflowDataText(stored)),
      member('startData', startDataText(start)),
      ...(error === null ? [] : [member('error', error)]),
      member('nodes', `[${nodes.join(',')}]`),
    ]),
  );
};
