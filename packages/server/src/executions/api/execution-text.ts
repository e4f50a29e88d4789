import type { RunStart } from '@millrace/engine';
import { stringify } from 'flatted';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { JsonStream, JsonText, member, withMembers } from '../../platform/json-text.ts';
import { isPartial, splitStart } from '../stored-start.ts';
import { listInside } from './item-pages.ts';
import {
  findChunks,
  findInlineData,
  findNodeRunsAt,
  findPositions,
  measureRunData,
  type NodeRunRow,
  type OutputPlace,
  readChunk,
} from './node-run-store.ts';
import type { StoredExecution } from './store.ts';

type Db = Kysely<Database>;

/** Node runs that are read together; those whose items stand in their rows have at most 64 KiB each. */
const runsAtOnce = 100;

/** Bytes of run data that may be turned into flatted text, which takes parsed data and a string of all of it. */
const mostFlatted = 50 * 1024 * 1024;

/** JSON of ExecutionData.startData. */
export const startDataText = (start: string): string => {
  const { head, start: begin } = splitStart(start);
  const startNodes = isPartial(begin) ? (begin.parse() as RunStart & { kind: 'partial' }).startNodes : undefined;
  return JSON.stringify({ startNodes, destinationNode: head.destinationNode });
};

/** JSON of the graph as it ran. */
export const workflowDataText = ({ summary, graph }: StoredExecution): string =>
  withMembers(graph, [
    ...(summary.workflowId === null ? [] : [member('id', JSON.stringify(summary.workflowId))]),
    member('name', JSON.stringify(summary.workflowName)),
  ]);

const itemListPieces = async function* (db: Db, place: OutputPlace): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for (const { chunk } of await findChunks(db, place)) {
    const items = await readChunk(db, place, chunk);
    if (items === undefined)
      throw new AppError('executionNotFound', `Execution ${place.executionId} has been deleted.`);
    const inside = listInside(items);
    if (inside !== '') yield isFirst ? inside : `,${inside}`;
    isFirst = false;
  }
  yield ']';
};

/** JSON of TaskData.data, put together from its chunks. */
const chunkedDataPieces = async function* (db: Db, executionId: number, run: NodeRunRow): AsyncGenerator<string> {
  let separator = '{';
  for (const [connection, counts] of Object.entries(run.outputs)) {
    yield `${separator}${JSON.stringify(connection)}:[`;
    separator = ',';
    for (const [output, count] of counts.entries()) {
      if (output > 0) yield ',';
      if (count === null) yield 'null';
      else yield* itemListPieces(db, { executionId, position: run.position, connection, output });
    }
    yield ']';
  }
  yield separator === '{' ? '{}' : '}';
};

/** JSON of RunData: node name → its runs in order. */
const runDataPieces = async function* (db: Db, executionId: number): AsyncGenerator<string> {
  let separator = '{';
  for (const [node, positions] of await findPositions(db, executionId)) {
    yield `${separator}${JSON.stringify(node)}:[`;
    separator = ',';
    for (let from = 0; from < positions.length; from += runsAtOnce) {
      const together = await findNodeRunsAt(db, executionId, positions.slice(from, from + runsAtOnce));
      const inline = await findInlineData(
        db,
        executionId,
        together.filter((run) => !run.isChunked && run.size > 0).map((run) => run.position),
      );
      for (const [index, run] of together.entries()) {
        if (from + index > 0) yield ',';
        const data = inline.get(run.position);
        if (run.isChunked) {
          const task = run.task.trimEnd().slice(0, -1);
          yield `${task},"data":`;
          yield* chunkedDataPieces(db, executionId, run);
          yield '}';
        } else yield data === undefined ? run.task : withMembers(run.task, [member('data', data)]);
      }
    }
    yield ']';
  }
  yield separator === '{' ? '{}' : '}';
};

/** JSON of ExecutionData. */
const dataPieces = async function* (db: Db, stored: StoredExecution): AsyncGenerator<string> {
  const { start, error, lastNode, summary } = stored;
  yield `{"startData":${startDataText(start)},"resultData":{"runData":`;
  yield* runDataPieces(db, Number(summary.id));
  if (lastNode !== null) yield `,"lastNodeExecuted":${JSON.stringify(lastNode)}`;
  if (error !== null) yield `,"error":${error}`;
  yield '}}';
};

const aboutText = (stored: StoredExecution): string => {
  const { error: _, ...summary } = stored.summary;
  return withMembers(JSON.stringify(summary), [member('workflowData', workflowDataText(stored))]);
};

/** An execution as the API gives it, in pieces: run data of any size passes through without being held. */
export const toExecutionStream = (db: Db, stored: StoredExecution): JsonStream =>
  new JsonStream(
    (async function* () {
      yield `${aboutText(stored).slice(0, -1)},"data":`;
      yield* dataPieces(db, stored);
      yield '}';
    })(),
  );

/**
 * An execution with `data` in the text form of older clients: one flat list in which values are named by their index.
 *
 * @throws AppError executionDataTooLarge
 */
export const toFlattedText = async (db: Db, stored: StoredExecution): Promise<JsonText> => {
  const { id } = stored.summary;
  const size = await measureRunData(db, Number(id));
  if (size > mostFlatted)
    throw new AppError(
      'executionDataTooLarge',
      `The data of execution ${id} is too large for one answer in this form (${Math.ceil(size / 1024 / 1024)} MB).`,
      { hint: `Read /executions/${id}/nodes and, for the items of a node, /executions/${id}/nodes/{position}/items.` },
    );
  const data = (await new JsonStream(dataPieces(db, stored)).toText()).parse();
  return new JsonText(withMembers(aboutText(stored), [member('data', JSON.stringify(stringify(data)))]));
};
