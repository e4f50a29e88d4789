import { isObject } from '@millrace/contract';

/** What a workflow says in a chat, piece by piece. */
export type AnswerPiece =
  /** Belongs to the message that is being said. */
  | { type: 'text'; text: string }
  /** What comes next is a message of its own. */
  | { type: 'end' }
  /** The workflow waits at an address for what is said next. */
  | { type: 'wait'; address: string; buttons: ChatButton[]; blocksInput: boolean }
  | { type: 'error'; text: string };

export interface ChatButton {
  label: string;
  approved: boolean;
}

const fields = ['output', 'text', 'message', 'response', 'answer'];

/** What of an answer is to be read. */
export const textOf = (given: unknown): string => {
  if (typeof given === 'string') return given;
  if (Array.isArray(given)) return given.map(textOf).join('\n\n');
  if (!isObject(given)) return given === null || given === undefined ? '' : String(given);
  const name = fields.find((field) => given[field] !== undefined);
  if (name !== undefined) return textOf(given[name]);
  return Object.keys(given).length === 0 ? '' : `\`\`\`\n${JSON.stringify(given, null, 2)}\n\`\`\``;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const kinds: readonly unknown[] = ['begin', 'item', 'end', 'error', 'wait'];

const pieceOf = (line: Record<string, unknown>): AnswerPiece | undefined => {
  switch (line.type) {
    case 'item':
      return { type: 'text', text: textOf(line.content) };
    case 'end':
      return { type: 'end' };
    case 'error':
      return { type: 'error', text: textOf(line.content) };
    case 'wait':
      return {
        type: 'wait',
        address: String(line.resumeUrl),
        buttons: Array.isArray(line.buttons) ? (line.buttons as ChatButton[]) : [],
        blocksInput: line.blocksInput === true,
      };
    default:
      return undefined;
  }
};

/** Lines of JSON as they come, or the whole of an answer that is none. */
export const readAnswer = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerPiece> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let whole = '';
  let rest = '';
  let isStream = false;
  const read = (line: string): AnswerPiece | undefined => {
    const value = line.trim() === '' ? undefined : parse(line);
    if (!isObject(value) || !kinds.includes(value.type)) return undefined;
    isStream = true;
    return pieceOf(value);
  };
  for (;;) {
    const { done, value } = await reader.read();
    const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
    whole += text;
    const lines = (rest + text).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      const piece = read(line);
      if (piece) yield piece;
    }
    if (done) break;
  }
  if (!isStream) yield { type: 'text', text: textOf(parse(whole)) };
};
