import { type ExecuteContext, isDisplayed, locatedValue } from '@millrace/engine/node-api';
import { findFile } from '../http/find-file.ts';
import type { Connection } from './connection.ts';
import type { Field } from './field.ts';
import { lazyValues } from './lazy-values.ts';
import type { Tools } from './operation.ts';
import { wholeItem } from './output.ts';
import { createPacer, createRequester } from './requester.ts';

/** Tools for the items of one node run, which share one pace. */
export const createTools = (
  connection: Connection,
  fields: readonly Field[],
  context: ExecuteContext,
): ((itemIndex: number) => Tools) => {
  const pace = createPacer(connection.limits?.perSecond);
  return (itemIndex) => {
    const shown = lazyValues(context, itemIndex);
    const definitionOf = (name: string) => {
      const candidates = fields.filter((field) => field.name === name);
      const { typeVersion } = context.node;
      return candidates.find((field) => isDisplayed(field, shown, shown, typeVersion)) ?? candidates[0];
    };
    const value = (name: string): unknown => {
      const definition = definitionOf(name);
      const given: unknown = context.parameter(name as never, itemIndex);
      return definition ? locatedValue(given, definition) : given;
    };
    const item = context.items[itemIndex] ?? { json: {} };
    const readPlace = (name: string): unknown => (definitionOf(name) ? value(name) : undefined);
    return {
      ...createRequester(connection, context, itemIndex, readPlace, pace),
      context,
      item,
      itemIndex,
      value: value as Tools['value'],
      file: (property) => findFile(item, property, itemIndex),
      withFiles: (json, binary) => wholeItem({ json, ...(Object.keys(binary).length > 0 && { binary }) }),
    };
  };
};
