import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { RecordedPage, RecordedPlace, StoredNodeRun } from '../workers/protocol.ts';

/** Of a page: node runs, whose items are small or in pieces, and pieces. Both come to a few megabytes at most. */
const nodesAtOnce = 64;
const piecesAtOnce = 16;

const nodeRuns = (db: Kysely<Database>, executionId: number) =>
  db
    .selectFrom('execution_nodes')
    .select(['position', 'node', 'task', 'outputs', 'data'])
    .where('execution_id', '=', executionId);

/** The items of a large result, in their order. */
const pieces = (db: Kysely<Database>, executionId: number, position: number) =>
  db
    .selectFrom('execution_items')
    .select(['connection', 'output', 'items'])
    .where('execution_id', '=', executionId)
    .where('position', '=', position)
    .orderBy('connection')
    .orderBy('output')
    .orderBy('chunk');

const hasPieces = ({ outputs, data }: Pick<StoredNodeRun, 'outputs' | 'data'>): boolean =>
  outputs !== null && data === null;

/** What a node has given last, whole. */
export const readLastResult = async (
  db: Kysely<Database>,
  executionId: number,
  node: string,
): Promise<StoredNodeRun | undefined> => {
  const ofNode = nodeRuns(db, executionId).where('node', '=', node);
  const last = await ofNode.orderBy('position', 'desc').limit(1).executeTakeFirst();
  if (!last || !hasPieces(last)) return last;
  return { ...last, chunks: await pieces(db, executionId, last.position).execute() };
};

/** Recorded results from a place on, so much of them that no process holds many at once. */
export const readRecordedPage = async (
  db: Kysely<Database>,
  executionId: number,
  from: RecordedPlace,
): Promise<RecordedPage> => {
  const nodes = await nodeRuns(db, executionId)
    .where('position', '>=', from.position)
    .orderBy('position')
    .limit(nodesAtOnce)
    .execute();
  const page: StoredNodeRun[] = [];
  let left = piecesAtOnce;
  for (const node of nodes) {
    if (!hasPieces(node)) {
      page.push(node);
      continue;
    }
    const first = node.position === from.position ? from.piece : 0;
    const chunks = await pieces(db, executionId, node.position).offset(first).limit(left).execute();
    page.push({ ...node, chunks });
    // There may be more pieces of it; if there are none, the next page goes on with what follows.
    if (chunks.length === left) return { nodes: page, next: { position: node.position, piece: first + left } };
    left -= chunks.length;
  }
  const last = nodes.at(-1);
  const hasMore = last !== undefined && nodes.length === nodesAtOnce;
  return { nodes: page, next: hasMore ? { position: last.position + 1, piece: 0 } : null };
};
