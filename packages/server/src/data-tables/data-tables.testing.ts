import { type AskDataTables, type DataTableAnswers, type DataTableRequest, NodeError } from '@millrace/engine/node-api';
import { createAudit } from '../audit/audit.ts';
import type { OpenDatabase } from '../db/database.ts';
import { silentLog } from '../platform/log.ts';
import { createDataTablesForNodes } from './for-nodes.ts';
import type { DataTableAnswer } from './protocol.ts';
import { createDataTableRows } from './rows.ts';
import { createDataTables } from './service.ts';

/** Data tables over a database, with the clock standing still, and a caller who may do everything. */
export const openDataTables = (database: OpenDatabase, { maxSize = 1e9 } = {}) => {
  const { db } = database;
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  const rows = createDataTableRows({ database, clock, maxSize });
  const tables = createDataTables({ database, rows, clock, audit: createAudit({ db, clock, log: silentLog }) });
  const caller = { user: { id: 'default', role: 'owner' as const, email: null, firstName: null, lastName: null } };
  /** What a worker asks with. */
  const answering = (askers: Parameters<typeof createDataTablesForNodes>[0]['askers']) =>
    createDataTablesForNodes({ db, tables, rows, askers, log: silentLog });
  /** What a node of a workflow is given. */
  const askAs = (workflow: { workflowId: string | null; ranBy: string }): AskDataTables => {
    const answer = answering({ find: () => ({ ...workflow, nodes: [] }) });
    return async <R extends DataTableRequest>(request: R) => {
      const given = JSON.parse(
        await answer({ token: '', asker: 1, request: JSON.stringify(request) }),
      ) as DataTableAnswer;
      if ('refused' in given) throw new NodeError(given.refused, { description: given.description });
      return given.value as DataTableAnswers[R['op']];
    };
  };
  return { database, db, clock, rows, tables, caller, answering, askAs };
};
