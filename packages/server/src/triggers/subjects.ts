import type { JsonObject } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { RunnableVersion } from '../executions/types.ts';
import type { CallSubject } from '../node-calls/types.ts';

/** A node of a stored workflow, as its code is asked, and the version that its events start. */
export interface TriggerSubject {
  version: RunnableVersion;
  subject: CallSubject & { staticData: JsonObject };
}

export interface TriggerSubjects {
  /** With the static data and the owner as they are stored at this moment. @throws AppError workflowNotFound */
  of(workflowId: number, node: string): Promise<TriggerSubject>;
}

/** What of a workflow is not part of its versions, as it is stored at this moment. */
const readAround = async (
  db: Kysely<Database>,
  workflowId: number,
): Promise<{ staticData: JsonObject; ranBy: string }> => {
  const query = db.selectFrom('workflows').select(['static_data', 'owner_id']).where('id', '=', workflowId);
  const { static_data: text = null, owner_id: ranBy = '' } = (await query.executeTakeFirst()) ?? {};
  return { staticData: text === null ? {} : (JSON.parse(text) as JsonObject), ranBy };
};

/** A key of static data: nodes are named by users, so it is no own property of a literal. */
export const nodeKey = (node: string): string => `node:${node}`;

export const partOf = (staticData: JsonObject, key: string): JsonObject | null =>
  Object.hasOwn(staticData, key) ? (staticData[key] as JsonObject) : null;

export const createTriggerSubjects = (options: {
  db: Kysely<Database>;
  versions: { ofStored(workflowId: number): Promise<RunnableVersion> };
}): TriggerSubjects => ({
  async of(workflowId, node) {
    const version = await options.versions.ofStored(workflowId);
    const around = await readAround(options.db, workflowId);
    const workflow = version.workflow as CallSubject['workflow'];
    return { version, subject: { workflow, node, ...around } };
  },
});
