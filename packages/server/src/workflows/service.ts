import type {
  Action,
  DocumentPatch,
  RunnableWorkflow,
  StoredRevision,
  TriggerState,
  Workflow,
  WorkflowCreate,
  WorkflowFilter,
  WorkflowListing,
  WorkflowSummary,
  WorkflowUpdate,
} from '@millrace/contract';
import { idSchema, limits } from '@millrace/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import type { CredentialUses } from '../credentials/uses.ts';
import type { Database } from '../db/schema.ts';
import type { Folders } from '../folders/service.ts';
import { type Actor, can, mayDo } from '../permissions/permissions.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, badRequest, notFound, refuseInShowcase } from '../platform/errors.ts';
import { freeName } from '../platform/free-name.ts';
import { isTimezone } from '../platform/timezone.ts';
import { invalidField } from '../platform/validation.ts';
import type { Push } from '../push/push.ts';
import type { Tags } from '../tags/service.ts';
import { replaceTags } from '../tags/workflow-tags.ts';
import type { Triggers } from '../triggers/types.ts';
import type { User } from '../users/access.ts';
import { changedRow, patchedRow, publishedRow } from './changed-row.ts';
import { refuseBadSettings } from './changed-settings.ts';
import { changesSince, contentAt, patchedContent, recordFirst } from './changes.ts';
import { turnIntoWorkflow, workflowOfDraft } from './draft-store.ts';
import { findFor } from './find-for.ts';
import { refuseFixedFacts, refuseOwner } from './fixed-facts.ts';
import { graphOf, parseGraph, storedRevisionOf, toWorkflow, type WorkflowRow } from './graph.ts';
import { listActive, listWorkflows, type PageRequest, searchWorkflows } from './list.ts';
import { findActivationError, findNames, insertWorkflow } from './store.ts';
import type { Versions } from './versions.ts';
import { type By, createWorkflowWriter } from './workflow-writer.ts';

/** Times that a save without a known state is tried again when others save at the same moment. */
const maxAttempts = 5;

export interface ActivationError {
  time: string;
  error: { message: string };
}

/** Patches of a workflow's document as it was at a revision. */
export interface WorkflowPatches {
  revision: number;
  patches: DocumentPatch[];
  /** false: what runs stays as it is. */
  publish?: boolean;
}

export interface Workflows {
  list(user: User, filter?: WorkflowFilter): Promise<WorkflowSummary[]>;
  search(user: User, page: PageRequest): Promise<{ count: number; workflows: WorkflowListing[] }>;
  /** A name that no workflow has yet. */
  newName(user: User, wanted?: string): Promise<string>;
  /** @throws AppError workflowNotFound */
  get(user: User, id: string): Promise<Workflow>;
  /**
   * @param options.folderId of the folder that it is put into
   * @param options.draftId of the draft that becomes this workflow: once, however often it is asked for
   * @throws AppError noTrigger, activationFailed, webhookConflict where it is to be active; folderNotFound; nothing is stored then
   */
  create(
    caller: By,
    workflow: WorkflowCreate,
    options?: { folderId?: string | undefined; draftId?: string | undefined },
  ): Promise<Workflow>;
  /** @throws AppError workflowNotFound, workflowConflict, or as `create`; nothing is changed then */
  update(caller: By, id: string, change: WorkflowUpdate): Promise<Workflow>;
  /** @throws AppError workflowNotFound, workflowConflict with what has changed since, or as `create`; nothing is changed then */
  patch(caller: By, id: string, change: WorkflowPatches): Promise<StoredRevision>;
  /** An active workflow runs as it is at this revision. @throws AppError workflowNotFound, workflowVersionNotFound, or as `create` */
  publish(caller: By, id: string, revision: number): Promise<StoredRevision>;
  /**
   * What someone may run under the id of a stored workflow: who may change it, whatever they have; who may only run it, what is stored.
   * @throws AppError workflowNotFound, forbidden
   */
  runnable(user: User, posted: RunnableWorkflow): Promise<{ workflow: RunnableWorkflow; isAsStored: boolean }>;
  /** Executions stay. @throws AppError workflowNotFound */
  remove(caller: By, id: string): Promise<void>;
  /** Ids of the workflows that are really being served. */
  active(user: User): Promise<string[]>;
  activationError(user: User, id: string): Promise<ActivationError | undefined>;
  triggerStates(user: User, id: string): Promise<TriggerState[]>;
}

/** Takes back what was about to be created a second time. */
class DraftTaken extends Error {}

export const createWorkflows = (options: {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'demoMode' | 'paymentUrl' | 'maxExecutionTimeout'>;
  triggers: Triggers;
  versions: Versions;
  push: Pick<Push, 'tell'>;
  audit: Pick<Audit, 'record'>;
  credentials: Pick<CredentialUses, 'refuseUnusable'>;
  tags: Pick<Tags, 'resolve'>;
  folders: Pick<Folders, 'open'>;
}): Workflows => {
  const { db, clock, config, triggers, audit, credentials, tags, folders } = options;
  const writer = createWorkflowWriter(options);

  /** Schedules and expressions would go wrong by it much later, and far from here. */
  const refuseUnknownZone = ({ settings }: Pick<WorkflowUpdate, 'settings'>): void => {
    const zone = settings?.timezone;
    if (!zone || zone === 'DEFAULT' || isTimezone(zone)) return;
    throw invalidField(
      ['settings', 'timezone'],
      `must be the name of a time zone such as Europe/Berlin, not "${zone}"`,
    );
  };

  const find = (user: Actor, action: Action, id: string): Promise<WorkflowRow> => findFor(db, user, action, id);

  /** A new workflow is its maker's. */
  const ownFolder = async (user: User, folderId: string) => {
    const folder = await folders.open(user, folderId);
    if (folder.ownerId !== user.id)
      throw badRequest('The folder belongs to someone else: a workflow is in one of its owner.');
    return folder;
  };

  const mayRun = (user: Actor, id: string): Promise<boolean> =>
    find(user, 'execute', id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );

  const refuseActivation = (active: boolean | undefined): void => {
    if (active) refuseInShowcase('Workflows cannot be activated on this instance.', config);
  };

  /** @param revision that the other side knew, if it said */
  const conflict = async (row: WorkflowRow, revision: number | undefined): Promise<AppError> => {
    const changes = revision === undefined ? undefined : await changesSince(db, row, revision);
    return new AppError('workflowConflict', `"${row.name}" was changed by someone else since you loaded it.`, {
      hint: 'Load it again, save yours as a copy, or save without updatedAt and revision to overwrite.',
      conflict: changes && { revision: row.revision, changes },
    });
  };

  const checkSettings = (user: User, before: WorkflowRow, { settings }: Pick<WorkflowUpdate, 'settings'>) =>
    refuseBadSettings(parseGraph(before.graph).settings, settings, {
      maxExecutionTimeout: config.maxExecutionTimeout,
      workflowExists: async (other) => idSchema.safeParse(other).success && (await mayRun(user, other)),
    });

  const workflows: Workflows = {
    list: (user, filter) => listWorkflows(db, user, filter),

    search: (user, page) => searchWorkflows(db, user, page),

    async newName(user, wanted) {
      const base = wanted?.trim() || limits.defaultWorkflowName;
      const rows = can(user, 'list', 'workflow');
      if (rows === false) return base;
      const taken = await findNames(db, rows, base.slice(0, limits.workflowNameMaxLength - 10));
      return freeName(base, taken, limits.workflowNameMaxLength);
    },

    get: async (user, id) => toWorkflow(user, await find(user, 'read', id)),

    async runnable(user, posted) {
      if (!posted.id) return { workflow: posted, isAsStored: false };
      const row = await find(user, 'execute', posted.id);
      if (mayDo(user, 'update', 'workflow', { ownerId: row.owner_id, shareRole: row.share_role }))
        return { workflow: posted, isAsStored: false };
      return { workflow: { ...parseGraph(row.graph), id: posted.id, name: row.name }, isAsStored: true };
    },

    async create(caller, workflow, { folderId, draftId } = {}) {
      const { user } = caller;
      const draft = draftId === undefined ? undefined : { userId: user.id, id: draftId };
      const known = draft && (await workflowOfDraft(db, draft));
      if (known !== undefined) return toWorkflow(user, await find(user, 'read', String(known)));
      const { name, active = false, staticData } = workflow;
      refuseOwner(workflow);
      refuseActivation(active);
      refuseUnknownZone(workflow);
      await credentials.refuseUnusable(user, workflow.nodes);
      const folder = folderId === undefined ? undefined : await ownFolder(user, folderId);
      const given = await tags.resolve(caller, workflow.tags ?? [], 'elsewhere');
      const row = {
        ownerId: user.id,
        name,
        active: false,
        // Also where it came without: so a run of what is read here is one of what is stored.
        graph: JSON.stringify(graphOf({ settings: {}, ...workflow })),
        staticData: staticData ? JSON.stringify(staticData) : null,
        ...(folder && { folderId: folder.id }),
        now: clock.now(),
      };
      const insert = async (transaction: Transaction<Database>): Promise<number> => {
        const id = await insertWorkflow(transaction, row);
        await replaceTags(transaction, id, given);
        await recordFirst(transaction, { ...row, id, revision: 1, updated_at: row.now }, user.id);
        if (draft && !(await turnIntoWorkflow(transaction, draft, id, row.now))) throw new DraftTaken();
        await audit.record({ action: 'workflow.created', caller, resourceId: id, name }, transaction);
        return id;
      };
      const created = await db
        .transaction()
        .execute(insert)
        .catch((error: unknown) => {
          if (error instanceof DraftTaken) return undefined;
          throw error;
        });
      // The same was asked for at the same moment, and was quicker.
      if (created === undefined) return workflows.create(caller, workflow, { folderId, draftId });
      const id = String(created);
      if (active) await writer.activateNew(caller, await find(user, 'read', id));
      return toWorkflow(user, await find(user, 'read', id));
    },

    async update(caller, id, change) {
      const { user } = caller;
      refuseActivation(change.active);
      refuseUnknownZone(change);
      if (Object.keys(change).length === 0) throw badRequest('The body names nothing to change.');
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const before = await find(user, 'update', id);
        refuseFixedFacts(change, before);
        const isOutdated =
          (change.updatedAt !== undefined && Date.parse(change.updatedAt) !== before.updated_at) ||
          (change.revision !== undefined && change.revision !== before.revision);
        if (isOutdated) throw await conflict(before, change.revision);
        await checkSettings(user, before, change);
        const given = change.tags && (await tags.resolve(caller, change.tags, 'here'));
        const after = await writer.change(caller, before, {
          ...changedRow(before, change, clock.now()),
          ...(given && { tags: given }),
        });
        if (after) return toWorkflow(user, after);
      }
      throw await conflict(await find(user, 'update', id), change.revision);
    },

    async patch(caller, id, { revision, patches, publish = true }) {
      const { user } = caller;
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const before = await find(user, 'update', id);
        if (before.revision !== revision) throw await conflict(before, revision);
        const content = patchedContent(before, patches);
        refuseUnknownZone(content);
        await checkSettings(user, before, content);
        const updated = await writer.change(caller, before, patchedRow(before, content, { publish, now: clock.now() }));
        if (updated) return storedRevisionOf(updated);
      }
      throw await conflict(await find(user, 'update', id), revision);
    },

    async publish(caller, id, revision) {
      const { user } = caller;
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const before = await find(user, 'update', id);
        if (before.active === 0) throw badRequest(`"${before.name}" is not active, so there is nothing to publish.`);
        const isLatest = revision === before.revision;
        const content = isLatest ? undefined : await contentAt(db, before.id, revision);
        if (!isLatest && !content) throw notFound('workflow version', revision);
        const after = publishedRow(before, content && { ...content, revision }, clock.now());
        const stored = await writer.change(caller, before, after);
        if (stored) return storedRevisionOf(stored);
      }
      throw await conflict(await find(user, 'update', id), undefined);
    },

    async remove(caller, id) {
      await writer.remove(caller, await find(caller.user, 'delete', id));
    },

    async active(user) {
      const served = new Set(triggers.active().map(String));
      return (await listActive(db, user)).map(String).filter((id) => served.has(id));
    },

    async triggerStates(user, id) {
      const row = await find(user, 'read', id);
      return triggers.states(row.id);
    },

    async activationError(user, id) {
      const row = await find(user, 'read', id);
      const text = await findActivationError(db, row.id);
      return text === null ? undefined : (JSON.parse(text) as ActivationError);
    },
  };
  return workflows;
};
