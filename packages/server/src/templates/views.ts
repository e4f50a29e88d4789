import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Log } from '../platform/log.ts';

/** How often templates were looked at. */
export interface TemplateViews {
  /** Returns at once: views of the time in which others are being written are written together. */
  count(templateId: number): void;
  of(templateIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Of a template that there is no more. */
  forget(templateId: number, transaction: Kysely<Database>): Promise<void>;
  /** Fulfilled when nothing is left to be written. */
  settled(): Promise<void>;
}

export const createTemplateViews = ({ db, log }: { db: Kysely<Database>; log: Log }): TemplateViews => {
  let counted = new Map<number, number>();
  let writing: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    while (counted.size > 0) {
      const values = [...counted].map(([template_id, views]) => ({ template_id, views }));
      counted = new Map();
      await db
        .insertInto('template_views')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('template_id').doUpdateSet({ views: sql`template_views.views + excluded.views` }),
        )
        .execute();
    }
  };

  return {
    count(templateId) {
      counted.set(templateId, (counted.get(templateId) ?? 0) + 1);
      writing ??= writeAll()
        // A figure that nothing depends on: what could not be counted is forgotten.
        .catch((error: unknown) => log.warn({ err: error }, 'Views of templates could not be counted'))
        .finally(() => {
          writing = undefined;
        });
    },
    async of(templateIds) {
      if (templateIds.length === 0) return new Map();
      const rows = await db.selectFrom('template_views').selectAll().where('template_id', 'in', templateIds).execute();
      return new Map(rows.map(({ template_id, views }) => [Number(template_id), Number(views)]));
    },
    async forget(templateId, transaction) {
      await transaction.deleteFrom('template_views').where('template_id', '=', templateId).execute();
    },
    settled: async () => writing,
  };
};
