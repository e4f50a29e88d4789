import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Whoever called the execution has not ended: should it call once more after a crash, it needs what the execution has given. */
export const hasLivingCaller = ({
  exists,
  selectFrom,
}: ExpressionBuilder<Database, 'executions'>): Expression<SqlBool> =>
  exists(
    selectFrom('executions as caller')
      .select('caller.id')
      .whereRef('caller.id', '=', 'executions.parent_id')
      .where('caller.status', 'in', ['queued', 'running', 'waiting']),
  );
