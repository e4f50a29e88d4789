import type { ItemChunk, NodeRunRecord } from '../store/writes.ts';
import type { ExecutionResult, FromWorker, StoredNodeRun, ToWorker, WorkerExecution } from './protocol.ts';

/**
 * How messages travel between the serving process and a worker: as lines of text. A message is a line of JSON, and each text in it that is JSON
 * already follows as a line of its own, so that run data is neither escaped nor parsed on its way. The first line begins with the number
 * of those that follow: `2:{"type":…}`.
 */

/** Descriptor of the socket to the serving process, in a worker. */
export const channelDescriptor = 3;

type Message = FromWorker | ToWorker;

type MapText = (text: string) => string;

/** Gives the message with each text of JSON in it mapped, always in the same order. */
const mapTexts = (message: Message, map: MapText): Message => {
  switch (message.type) {
    case 'version':
      return { ...message, workflow: map(message.workflow) };
    case 'execute':
      return { ...message, execution: mapExecution(message.execution, map) };
    case 'recordedPage': {
      const nodes = message.page.nodes.map((one) => mapStored(one, map));
      return { ...message, page: { ...message.page, nodes } };
    }
    case 'called':
      return { ...message, result: map(message.result) };
    case 'record':
      return { ...message, ...mapResults(message, map) };
    case 'ended':
      return { ...message, result: mapResult(message.result, map) };
    case 'nodeFinished':
      return { ...message, task: map(message.task), data: message.data === null ? null : map(message.data) };
    case 'call':
      return { ...message, items: map(message.items) };
    default:
      return message;
  }
};

const mapOptional = (text: string | undefined, map: MapText) => (text === undefined ? undefined : map(text));

const mapRecord = <R extends NodeRunRecord>(record: R, map: MapText): R => ({
  ...record,
  task: map(record.task),
  data: record.data === null ? null : map(record.data),
});

const mapItems = <C extends Pick<ItemChunk, 'items'>>(chunk: C, map: MapText): C => ({
  ...chunk,
  items: map(chunk.items),
});

const mapResults = ({ nodes, items }: Pick<ExecutionResult, 'nodes' | 'items'>, map: MapText) => ({
  nodes: nodes.map((record) => mapRecord(record, map)),
  items: items.map((chunk) => mapItems(chunk, map)),
});

const mapResult = (result: ExecutionResult, map: MapText): ExecutionResult => ({
  ...result,
  ...mapResults(result, map),
  lastItems: mapOptional(result.lastItems, map),
});

const mapStored = (stored: StoredNodeRun, map: MapText): StoredNodeRun => ({
  ...mapRecord(stored, map),
  chunks: stored.chunks?.map((chunk) => mapItems(chunk, map)),
});

const mapExecution = (execution: WorkerExecution, map: MapText): WorkerExecution => ({
  ...execution,
  input: map(execution.input),
  staticData: mapOptional(execution.staticData, map),
  earlier: execution.earlier && {
    ...execution.earlier,
    resumption: mapOptional(execution.earlier.resumption, map),
    recorded: execution.earlier.recorded.map((one) => mapStored(one, map)),
  },
});

/** JSON may have line breaks between its parts, where they mean no more than blanks. */
const onOneLine = (json: string): string => (json.includes('\n') ? json.replaceAll('\n', ' ') : json);

const digitZero = 48;

/** @returns whole lines */
export const toLines = (message: Message): string => {
  let count = 0;
  let texts = '';
  const head = mapTexts(message, (text) => {
    count++;
    texts += `${onOneLine(text)}\n`;
    return '';
  });
  return `${count}:${JSON.stringify(head)}\n${texts}`;
};

const toMessage = (head: string, texts: readonly string[]): Message => {
  let next = 0;
  return mapTexts(JSON.parse(head) as Message, () => texts[next++] as string);
};

/**
 * @param onMessages told of all messages that a chunk has completed, in their order
 * @returns takes the text as it comes, cut anywhere
 */
export const createLineReader = <M extends Message>(
  onMessages: (messages: readonly M[]) => void,
): ((chunk: string) => void) => {
  /** Beginning of a line whose end has not come. */
  let begun: string[] = [];
  let head: string | undefined;
  let texts: string[] = [];
  let missing = 0;

  const readLine = (line: string, messages: M[]) => {
    if (head === undefined) {
      const at = line.indexOf(':');
      for (let index = 0; index < at; index++) missing = missing * 10 + line.charCodeAt(index) - digitZero;
      head = line.slice(at + 1);
    } else {
      texts.push(line);
      missing--;
    }
    if (missing > 0) return;
    messages.push(toMessage(head, texts) as M);
    head = undefined;
    texts = [];
  };

  return (chunk) => {
    const messages: M[] = [];
    let from = 0;
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      const line = chunk.slice(from, to);
      from = to + 1;
      if (begun.length === 0) readLine(line, messages);
      else {
        begun.push(line);
        const whole = begun.join('');
        begun = [];
        readLine(whole, messages);
      }
    }
    if (from < chunk.length) begun.push(chunk.slice(from));
    if (messages.length > 0) onMessages(messages);
  };
};
