import type { NodeContext } from '@millrace/engine/node-api';

const safeMethods: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS'];

/** Requests that only read may be sent twice. A method that is an expression is one of any kind. */
export const readsOnly =
  (parameter: string) =>
  (context: Pick<NodeContext, 'rawParameter'>): boolean =>
    safeMethods.includes(context.rawParameter(parameter));
