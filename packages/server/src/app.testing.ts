import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExecutionStatus, NodeTypeDescription } from '@millrace/contract';
import { createNodeTypeRegistry } from '@millrace/engine';
import { createFakeHost } from '@millrace/engine/testing';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { createApiKeys } from './api-keys/service.ts';
import { createApp, type Services } from './app.ts';
import { createAudit } from './audit/audit.ts';
import { type Config, defaultConfig, publicUrls } from './config.ts';
import { createCredentialService } from './credentials/api/service.ts';
import { credentialBelongings } from './credentials/belongings.ts';
import { createOAuth } from './credentials/oauth/service.ts';
import { openStoredCredentials } from './credentials/stored.ts';
import { createCredentialUses } from './credentials/uses.ts';
import { dataTableBelongings } from './data-tables/belongings.ts';
import { createDataTableCsv } from './data-tables/csv/service.ts';
import { createDataTableRows } from './data-tables/rows.ts';
import { createDataTables } from './data-tables/service.ts';
import type { OpenDatabase } from './db/database.ts';
import { createDatabaseProbes } from './db/probes.ts';
import { type OpenTestDatabase, openTestSqlite } from './db/testing.ts';
import { createDocumentation } from './documentation/service.ts';
import { createExecutions } from './executions/api/service.ts';
import { folderBelongings } from './folders/belongings.ts';
import { createFolders } from './folders/service.ts';
import { createNodeParameters } from './node-calls/api/service.ts';
import { createInProcessCalls } from './node-calls/in-process.testing.ts';
import { testNodes as calledNodes } from './node-calls/nodes-for-test.ts';
import { openCatalogue } from './node-types/catalogue.ts';
import { createNodeTypes } from './node-types/service.ts';
import { openPackages } from './packages/open.ts';
import { createPagePasses } from './page-passes/page-passes.ts';
import { createAudience } from './permissions/audience.ts';
import { createBinaryStore } from './platform/binary/index.ts';
import { AppError } from './platform/errors.ts';
import { type Log, silentLog } from './platform/log.ts';
import { createReadiness } from './platform/readiness.ts';
import { createLocalLocks } from './processes/locks.ts';
import { createPrompts } from './prompts/service.ts';
import { createEventStreams } from './push/event-streams.ts';
import { createReleaseFeed } from './releases/feed.ts';
import { createAuthenticate } from './sessions/authenticate.ts';
import { createSettings } from './settings/service.ts';
import { createShares } from './shares/service.ts';
import { createTags } from './tags/service.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { openCatalogFiles } from './templates/catalog.ts';
import { createTemplatesHost } from './templates/host.ts';
import { createSavedTemplates } from './templates/saved/service.ts';
import { createTemplateViews } from './templates/views.ts';
import type { TriggerPlan, Triggers } from './triggers/types.ts';
import type { Caller } from './users/access.ts';
import { createAccounts } from './users/accounts.ts';
import { createWorkflowBelongings } from './workflows/belongings.ts';
import { createDrafts } from './workflows/drafts.ts';
import { createOrganizing } from './workflows/organizing.ts';
import { createWorkflows } from './workflows/service.ts';
import { createVersionList } from './workflows/version-list.ts';
import { createVersions } from './workflows/versions.ts';

/** Triggers that serve any workflow with a node of type `test.trigger` and remember what is active. */
export const createTestTriggers = () => {
  const written = new Map<number, TriggerPlan | null>();
  const served = new Set<number>();
  const failures = new Set<number>();
  const refusals = new Map<number, string | null>();
  const triggers: Triggers = {
    async plan(workflow) {
      if (!workflow.nodes.some(({ type }) => type === 'test.trigger'))
        throw new AppError('noTrigger', `"${workflow.name}" has no trigger node.`);
      return { webhooks: [], schedules: [], listeners: [], lifecycle: [], registrations: [] };
    },
    write: async (_transaction, workflowId, plan) => {
      written.set(workflowId, plan);
    },
    apply: async (workflowId) => {
      if (!written.get(workflowId)) served.delete(workflowId);
      else if (failures.has(workflowId)) throw new Error('the port is taken');
      else served.add(workflowId);
    },
    active: () => [...served],
    refused: async (workflowId, message) => {
      refusals.set(workflowId, message);
    },
    start: async () => {},
    instanceStarted: async () => {},
    states: async () => [],
    duty: { start: async () => {}, stop: async () => {} },
    close: async () => {},
  };
  return { triggers, written, failures, refusals };
};

const documentationFolder = path.resolve(import.meta.dirname, '../../../docs');

/** Node types whose methods can be called. */
const calledTypes = createNodeTypeRegistry(calledNodes);

const description = (name: string, version: number, defaultVersion: number): NodeTypeDescription => ({
  name,
  displayName: name,
  description: '',
  version,
  defaultVersion,
  aliases: [],
  group: ['transform'],
  icon: `file:${name}`,
  defaults: { name },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
});

const testTypes = [description('test.set', 1, 2), description('test.set', 2, 2), description('@scope/test.get', 1, 1)];

/** The app over a real SQLite database, real stores and services, with test doubles where other processes would start. */
export const createTestApp = async (
  options: {
    config?: Partial<Config>;
    editorFolder?: string;
    services?: Partial<Services>;
    log?: Log;
    openDatabase?: OpenTestDatabase;
    /** Default: that of the templates that come with the product. */
    templatesFolder?: URL;
  } = {},
) => {
  const config: Config = { ...defaultConfig(), ...options.config };
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-test-'));
  const database: OpenDatabase = await (options.openDatabase ?? openTestSqlite)();
  const clock = { time: Date.UTC(2026, 0, 15, 12), now: () => clock.time };
  const { db } = database;
  const log = options.log ?? silentLog;
  const audit = createAudit({ db, clock, log });
  const versions = createVersions({ db, clock });
  const { triggers, written, failures } = createTestTriggers();
  const streams = createEventStreams({ audienceOf: createAudience(db) });
  const stored = await openStoredCredentials({
    database,
    config: { ...config, dataFolder: folder },
    catalogue: openCatalogue(),
    locks: createLocalLocks(),
    clock,
    audit,
    log,
  });
  const uses = createCredentialUses({ db, store: stored.store });
  const tags = createTags({ db, clock, config, audit });
  const folders = createFolders({ database, clock, audit });
  const workflows = createWorkflows({
    db,
    clock,
    config,
    triggers,
    versions,
    push: streams,
    audit,
    credentials: uses,
    tags,
    folders,
  });
  const binary = createBinaryStore(path.join(folder, 'binary'));
  const urls = () => publicUrls(config, 5680);
  const manualRuns: { body: unknown; caller: Pick<Caller, 'user' | 'sessionId'> }[] = [];
  const stopped: number[] = [];
  const retries: { id: number; current: boolean; status: ExecutionStatus }[] = [];
  const dispatcher: Parameters<typeof createExecutions>[0]['dispatcher'] = {
    terminate: async (id) => {
      const { numUpdatedRows } = await db
        .updateTable('executions')
        .set({ status: 'canceled', stopped_at: clock.now() })
        .where('id', '=', id)
        .where('stopped_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) stopped.push(id);
      return numUpdatedRows === 1n;
    },
    /** Ends as the last of `retries` says. */
    retry: async (id, { current }) => {
      const status = retries.at(-1)?.status ?? 'success';
      retries.push({ id, current, status });
      const never = new Promise<never>(() => {});
      return {
        executionId: id + 1000,
        response: Promise.resolve(undefined),
        ended: status === 'waiting' ? never : Promise.resolve({ status }),
        suspended: status === 'waiting' ? Promise.resolve() : never,
      };
    },
  };
  const executions = createExecutions({ db, dispatcher, removeBinaryData: binary.deleteExecutions, audit });
  const accounts = await createAccounts({
    db,
    clock,
    log,
    config,
    urls,
    audit,
    belongings: [
      createWorkflowBelongings({ db, clock, triggers, versions, dispatcher, push: streams, executions }),
      folderBelongings,
      credentialBelongings,
      dataTableBelongings,
    ],
    endStreams: streams.endOf,
  });
  const credentials = createCredentialService({
    ...stored,
    uses,
    db,
    clock,
    audit,
    test: async ({ data }) => ({ status: data.value === 'right' ? 'OK' : 'Error', message: 'Tried' }),
  });
  const maxSize = config.dataTablesMaxSize * 1024 * 1024;
  const dataTableRows = createDataTableRows({ database, clock, maxSize });
  const dataTables = createDataTables({ database, rows: dataTableRows, clock, audit });
  const nodeTypes = createNodeTypes({
    readList: (name) =>
      JSON.stringify(
        testTypes
          .filter(({ version, defaultVersion }) => name !== 'latest' || version === defaultVersion)
          .map(({ properties, ...summary }) => (name === 'whole' ? { ...summary, properties } : summary)),
      ),
    describe: (type, version) => testTypes.find((entry) => entry.name === type && entry.version === version),
    texts: () => ({}),
    findIcon: (type) =>
      type === '@scope/test.get' ? new URL('../../nodes/src/set/icon.svg', import.meta.url) : undefined,
  });
  const templateViews = createTemplateViews({ db, log });
  const readCatalog = openCatalogFiles(nodeTypes, options.templatesFolder);
  const services: Services = {
    config,
    log,
    clock,
    version: '1.2.3',
    audit,
    shares: createShares({ db, audit, changed: streams.accessChanged }),
    apiKeys: createApiKeys({ db, clock, audit, streams, attempts: accounts.attempts, findUser: accounts.users.find }),
    accounts,
    authenticate: createAuthenticate(accounts),
    settings: await createSettings({ db, config, version: '1.2.3', urls, setup: accounts.setup }),
    releases: createReleaseFeed({ version: '1.2.3', file: config.versionFeedFile, log }),
    prompts: createPrompts({ db, clock, config }),
    telemetry: createTelemetry({
      url: '',
      version: '1.2.3',
      instanceId: '',
      requests: { streamed: () => Promise.reject(new Error('Nothing is called here')) },
      clock,
      log,
    }),
    workflows,
    organizing: createOrganizing({ db, audit, tags, folders }),
    tags,
    folders,
    versionList: createVersionList({ db }),
    drafts: createDrafts({ db, clock }),
    fetchWorkflow: () => Promise.reject(new Error('Nothing is fetched here')),
    manualRuns: {
      run: async (body, caller) => {
        manualRuns.push({ body, caller });
        return { executionId: '1' };
      },
      cancelTest: async () => {},
    },
    executions,
    packages: openPackages({
      config: { ...config, dataFolder: folder },
      db,
      catalogue: { setLibraries: () => {} },
      processId: 'test',
      isShared: false,
      onChange: () => {},
      clock,
      log,
    }),
    documentation: createDocumentation(documentationFolder),
    nodeTypes,
    savedTemplates: createSavedTemplates({
      ...{ db, clock, audit, nodeTypes, views: templateViews },
      readCategories: async () => (await readCatalog()).categories,
    }),
    templatesHost: createTemplatesHost({ read: readCatalog, views: templateViews }),
    nodeParameters: createNodeParameters({
      calls: createInProcessCalls(calledTypes, {
        host: createFakeHost({ http: () => ({ body: { boards: [{ id: '1', title: 'First' }] } }) }),
      }),
      nodeTypes: calledTypes,
      workflows,
      timezone: 'Europe/Berlin',
      clock,
      webhookBases: () => ({
        production: 'http://hooks/webhook/',
        test: 'http://hooks/webhook-test/',
        forms: { production: 'http://hooks/form/', test: 'http://hooks/form-test/' },
      }),
    }),
    credentials,
    dataTables,
    dataTableCsv: createDataTableCsv({ tables: dataTables, rows: dataTableRows, audit, maxSize }),
    pagePasses: createPagePasses({
      sessions: accounts.sessions,
      clock,
      key: Buffer.alloc(32),
      endpoints: ['webhook', 'form'],
      urls,
    }),
    oauth: createOAuth({
      ...stored,
      open: credentials.open,
      request: () => Promise.reject(new Error('Nothing is called here')),
      editorUrl: () => publicUrls(config, 5680).editor,
      audit,
      clock,
    }),
    streams,
    binary,
    registerWebhooks: () => {},
    editorFolder: options.editorFolder ?? path.join(folder, 'no-editor'),
    isReady: () => true,
    ...createReadiness({ phase: () => 'serving', ...createDatabaseProbes(db), now: clock.now }),
    checkResponses: true,
    ...options.services,
  };
  const app: FastifyInstance = createApp(services);
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await templateViews.settled();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    app,
    clock,
    db,
    database,
    services,
    templateViews,
    versions,
    stored,
    triggers: { written, failures },
    manualRuns,
    stopped,
    retries,
  };
};
