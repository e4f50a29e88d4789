import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import type { ExecuteContext } from '@millrace/engine/node-api';
import { convertField } from '../fields/assign.ts';
import type { executeWorkflowParameters } from './parameters.ts';

/** What the called workflow gets for an item: the inputs that are filled in, else the item as it is. Files come along. */
export const readInput = (context: ExecuteContext<typeof executeWorkflowParameters>, itemIndex: number): Item => {
  const { json, binary } = context.items[itemIndex] as Item;
  const input: Item = { json: readMapping(context, itemIndex) ?? json };
  if (binary) input.binary = binary;
  return input;
};

const readMapping = (
  context: ExecuteContext<typeof executeWorkflowParameters>,
  itemIndex: number,
): JsonObject | undefined => {
  const { typeVersion } = context.node;
  if (typeVersion < 1.2) return undefined;
  const fields = typeVersion < 1.3 ? [] : (context.parameter('inputFields', itemIndex).assignments ?? []);
  if (fields.length > 0) {
    return Object.fromEntries(
      fields.map(({ name, value, type }) => [name, convertField(name, value, type, false, itemIndex)]),
    );
  }
  const mapping: unknown = context.parameter('workflowInputs', itemIndex);
  if (!isObject(mapping) || mapping.mappingMode === 'autoMapInputData') return undefined;
  const { value } = mapping;
  return isObject(value) && Object.keys(value).length > 0 ? (value as JsonObject) : undefined;
};
