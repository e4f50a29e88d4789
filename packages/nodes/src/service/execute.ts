import type { Item } from '@millrace/contract/data';
import {
  type ExecuteContext,
  type NodeContext,
  NodeError,
  type NodeOutput,
  type Wait,
} from '@millrace/engine/node-api';
import { sendAll } from '../http/send-all.ts';
import { runBatches } from './batch.ts';
import type { Connection } from './connection.ts';
import type { Operation, Tools } from './operation.ts';
import { shapeItems } from './output.ts';
import { fieldsOf, type Operations } from './parameters.ts';
import { runRequest } from './request-operation.ts';
import { createTools } from './tools.ts';

/** Requests that only read are made side by side, others one after another: messages arrive in the order of the items. */
const readsAtOnce = 8;

const own = <T>(record: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  typeof name === 'string' && Object.hasOwn(record, name) ? record[name] : undefined;

/** The operation that a node is set to; undefined where there is none of that name. */
export const operationOf = (service: Operations, context: Pick<NodeContext, 'rawParameter'>): Operation | undefined => {
  const operations = service.resources
    ? own(service.resources, context.rawParameter('resource'))?.operations
    : service.operations;
  return operations && own(operations, context.rawParameter('operation'));
};

export const readsOnly = (operation: Operation): boolean =>
  operation.request === undefined ? operation.readsOnly === true : operation.request.startsWith('GET ');

const shapeOf = (operation: Operation) => (given: unknown, tools: Tools) =>
  shapeItems(given, operation.output ?? {}, tools);

const runOne = async (operation: Operation, tools: Tools): Promise<Item[]> => {
  if (operation.request !== undefined) return runRequest(operation, tools);
  if (!operation.run) return [];
  const given = await operation.run(tools);
  // A list without elements is no item; that a service answers nothing is one.
  return Array.isArray(given) && given.length === 0 ? [] : shapeOf(operation)(given, tools);
};

/** @throws NodeError */
export const executeService = async (
  connection: Connection,
  service: Operations,
  context: ExecuteContext,
): Promise<NodeOutput | Wait> => {
  const operation = operationOf(service, context);
  if (!operation) {
    const [resource, name] = [context.rawParameter('resource'), context.rawParameter('operation')];
    throw new NodeError(`${connection.service} has no operation "${String(name)}"`, {
      description: resource === undefined ? undefined : `The resource is "${String(resource)}".`,
    });
  }
  const toolsFor = createTools(connection, fieldsOf(operation), context);
  if (operation.execute) return operation.execute(context, toolsFor, shapeOf(operation));
  if (operation.request !== undefined && operation.batch) {
    return runBatches(operation, operation.batch as never, context, toolsFor);
  }
  if (context.items.length > 0 && operation.once?.(context)) {
    const pairedItem = [...context.items.keys()].map((item) => ({ item }));
    return [(await runOne(operation, toolsFor(0))).map((item) => ({ ...item, pairedItem }))];
  }
  const outcomes = await sendAll(context.items.length, {
    batch: undefined,
    goesOn: context.continueOnFail,
    atOnce: readsOnly(operation) ? readsAtOnce : 1,
    sleep: (milliseconds) => context.sleep(milliseconds),
    send: (index) => runOne(operation, toolsFor(index)),
  });
  return context.forEachItem((_, index) => {
    const outcome = outcomes[index]!;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
};
