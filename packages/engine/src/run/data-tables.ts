import type { AskDataTables } from '../node-api/data-tables.ts';
import { NodeError } from '../node-api/errors.ts';
import type { HostServices } from '../node-api/host.ts';

const none: AskDataTables = async () => {
  throw new NodeError('There are no data tables here');
};

export const dataTablesOf = (host: HostServices, signal: AbortSignal): AskDataTables =>
  host.dataTables?.(signal) ?? none;
