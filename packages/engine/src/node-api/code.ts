import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { NodeError } from './errors.ts';

/** Code of a person, run by the host apart from everything else. */

export type CodeLanguage = 'javascript' | 'python' | 'sql';

/** `once`; `eachItem`: for each, with it as `item`; `eachJson`: with its fields as `item`; `compare`: to put items into an order. */
export type CodeForm = 'once' | 'eachItem' | 'eachJson' | 'compare';

export interface CodeTask {
  language: CodeLanguage;
  source: string;
  form: CodeForm;
  items: readonly Item[];
  /** Of the others, for `sql`. */
  inputs?: readonly (readonly Item[])[];
  /** IANA name. */
  timezone: string;
  runIndex: number;
  /** A failure of one item is its result, where the code runs for each. */
  continuesOnFail?: boolean;
  /** Serves what the code asks of its node. What it throws is thrown in the code. */
  call(name: string, args: readonly Json[], bytes: Uint8Array | undefined): CodeReply | Promise<CodeReply>;
  /** A line for the console. */
  log(values: Json[]): void;
}

export interface CodeReply {
  value: Json;
  /** Beside the value. */
  bytes?: Uint8Array;
}

export interface CodeResult {
  /**
   * What the code gives back, as JSON. Where it runs for each item, a list of `{ value }` and `{ failure }`; where it compares, the places of the
   * items in their new order.
   */
  value: Json;
  /** Static data that it has asked for, as it was at the end. */
  staticData: { global?: JsonObject; node?: JsonObject };
}

export interface CodeServices {
  /** @throws NodeError for code that fails, or is over its limits */
  run(task: CodeTask, signal: AbortSignal): Promise<CodeResult>;
}

/** A failure of the code itself. */
export interface CodeFailure {
  name: string;
  message: string;
  description?: string;
  /** From 1. */
  line?: number;
  stack?: string;
  itemIndex?: number;
}

/** The failure as people see it: with its line and its item. */
export const codeError = ({ name, message, description, line, stack, itemIndex }: CodeFailure): NodeError => {
  const places = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(itemIndex === undefined ? [] : [`for item ${itemIndex}`]),
  ];
  const kind = name === '' || name === 'Error' || message.startsWith(name) ? '' : `${name}: `;
  const error = new NodeError(`${kind}${message}${places.length > 0 ? ` [${places.join(', ')}]` : ''}`, {
    description,
    itemIndex,
    ...(line !== undefined && { context: { line } }),
  });
  if (stack !== undefined) error.stack = `${kind}${message}\n${stack}`;
  return error;
};
