/** A failure of people's code as plain data. */
export interface CodeFailure {
  name: string;
  message: string;
  description?: string;
  /** In the person's own code, from 1. */
  line?: number;
  /** Lines of the stack that are in the person's own code. */
  stack?: string;
  /** At which it came up, where the code runs for each item. */
  itemIndex?: number;
}

/** What the code is called in stacks. */
export const codeFile = 'code.js';

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
};

const readText = (object: object, key: string): string | undefined => {
  try {
    const value: unknown = Reflect.get(object, key);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Whatever was thrown, also where it throws when it is looked at. */
export const toFailure = (thrown: unknown, itemIndex?: number): CodeFailure => {
  const at = itemIndex === undefined ? {} : { itemIndex };
  if (typeof thrown !== 'object' || thrown === null) return { name: 'Error', message: textOf(thrown), ...at };
  const message = readText(thrown, 'message') ?? textOf(thrown);
  const stack = (readText(thrown, 'stack') ?? '').split('\n').filter((line) => line.includes(`${codeFile}:`));
  const place = /code\.js:(\d+)/.exec(stack[0] ?? '') ?? /\[code\.js:(\d+):\d+\]$/.exec(message);
  const description = readText(thrown, 'description');
  return {
    name: readText(thrown, 'name') ?? 'Error',
    message: message.replace(/ \[code\.js:\d+:\d+\]$/, ''),
    ...(description !== undefined && { description }),
    ...(place && { line: Number(place[1]) }),
    ...(stack.length > 0 && { stack: stack.map((line) => line.trim()).join('\n') }),
    ...at,
  };
};
