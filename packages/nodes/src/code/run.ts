import type { BinaryData, Item, Json, JsonObject } from '@millrace/contract/data';
import {
  type CodeFailure,
  type CodeForm,
  type CodeLanguage,
  codeError,
  defineField,
  type ExecuteContext,
  type NodeOutput,
} from '@millrace/engine/node-api';
import { createAnswers } from './asked.ts';
import { toItems, toItemsOf } from './results.ts';

/** Code of a person within a node. */
export interface Code {
  language: CodeLanguage;
  source: string;
  form: CodeForm;
}

/** What the code has left in the static data that it has asked for. */
const keepStaticData = (context: ExecuteContext, scope: 'global' | 'node', left: JsonObject | undefined): void => {
  if (!left) return;
  const kept = context.staticData(scope);
  for (const key of Object.keys(kept)) if (!Object.hasOwn(left, key)) delete kept[key];
  for (const [key, value] of Object.entries(left)) defineField(kept, key, value);
};

/** @returns what the code gives back. @throws NodeError */
export const runCode = async (
  context: ExecuteContext,
  code: Code,
  inputs?: readonly (readonly Item[])[],
): Promise<Json> => {
  const { value, staticData } = await context.runCode({
    ...code,
    items: context.items,
    inputs,
    continuesOnFail: context.continueOnFail,
    call: createAnswers(context),
  });
  keepStaticData(context, 'global', staticData.global);
  keepStaticData(context, 'node', staticData.node);
  return value;
};

type Each = { value: Json } | { failure: CodeFailure };

const eachResult = (context: ExecuteContext, result: Each, index: number): Item[] => {
  try {
    if ('failure' in result) throw codeError(result.failure);
    return toItemsOf(result.value, index);
  } catch (error) {
    if (!context.continueOnFail) throw error;
    return [context.failedItem(error, index)];
  }
};

/** @returns the file, kept in the store where the code gives its content as base64 */
const storeFile = async (context: ExecuteContext, file: BinaryData): Promise<BinaryData> => {
  const { data, id: _, fileSize: __, ...about } = file;
  if (typeof data !== 'string') return file;
  return { ...about, ...(await context.binary.write(Buffer.from(data, 'base64'), about)) };
};

const storeFiles = async (context: ExecuteContext, items: readonly Item[]): Promise<void> => {
  for (const item of items) {
    if (!item.binary) continue;
    const files: [string, BinaryData][] = [];
    for (const [name, file] of Object.entries(item.binary)) files.push([name, await storeFile(context, file)]);
    item.binary = Object.fromEntries(files);
  }
};

/** Items of what the code gives back, run once or for each item. */
export const runForItems = async (context: ExecuteContext, code: Code): Promise<NodeOutput> => {
  const value = await runCode(context, code);
  const items =
    code.form === 'once'
      ? toItems(value)
      : (value as unknown as Each[]).flatMap((result, index) => eachResult(context, result, index));
  await storeFiles(context, items);
  return [items];
};

/** Code that makes requests acts on the world; other code may be run again. */
export const isRepeatable = (source: string): boolean => !/helpers|\bfetch\b|\brequest/i.test(source);
