import type { ExecuteContext } from '@millrace/engine/node-api';

/** What the nodes of databases need of their context, whatever their parameters are. */
export interface SqlContext
  extends Pick<
    ExecuteContext,
    'items' | 'node' | 'continueOnFail' | 'failedItem' | 'signal' | 'evaluate' | 'rawParameter' | 'reach' | 'credential'
  > {
  parameter(name: string, index?: number): unknown;
  extractedValue(name: string, index?: number): string;
}
