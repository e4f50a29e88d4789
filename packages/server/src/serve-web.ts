import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createApiKeys } from './api-keys/service.ts';
import { createApp } from './app.ts';
import type { Closing } from './closing.ts';
import type { Config } from './config.ts';
import { createCredentialService } from './credentials/api/service.ts';
import { credentialBelongings } from './credentials/belongings.ts';
import { createOAuth } from './credentials/oauth/service.ts';
import { createCredentialUses } from './credentials/uses.ts';
import { dataTableBelongings } from './data-tables/belongings.ts';
import { createDocumentation } from './documentation/service.ts';
import { createExecutions } from './executions/api/service.ts';
import { closingTime } from './executions/dispatcher.ts';
import { folderBelongings } from './folders/belongings.ts';
import { createFolders } from './folders/service.ts';
import { registerForms } from './forms/serve-first-page.ts';
import type { Instance } from './instance.ts';
import { createNodeParameters } from './node-calls/api/service.ts';
import { createNodeTypes } from './node-types/service.ts';
import { createPagePasses } from './page-passes/page-passes.ts';
import { limitConnections, mostConnections } from './platform/connections.ts';
import { notOffered } from './platform/errors.ts';
import type { Log } from './platform/log.ts';
import { countWebhookAnswers } from './platform/metrics/index.ts';
import { createPrompts } from './prompts/service.ts';
import { createReleaseFeed } from './releases/feed.ts';
import { createAuthenticate } from './sessions/authenticate.ts';
import { watchStreams } from './sessions/watch-streams.ts';
import { ensureInstanceId } from './settings/instance-id.ts';
import { createSettings } from './settings/service.ts';
import { createShares } from './shares/service.ts';
import { createTags } from './tags/service.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { openCatalogFiles } from './templates/catalog.ts';
import { createTemplatesHost } from './templates/host.ts';
import { createSavedTemplates } from './templates/saved/service.ts';
import { createTemplateViews } from './templates/views.ts';
import { createTestListening } from './triggers/listening/test-listening.ts';
import { createManualRuns } from './triggers/manual-runs.ts';
import { createStartedFiles } from './triggers/started-files.ts';
import { createAuthorizeCall } from './triggers/webhooks/authorize.ts';
import { createBodyParser } from './triggers/webhooks/parsing/body-parser.ts';
import { registerWebhooks } from './triggers/webhooks/serve.ts';
import { createTestWebhooks } from './triggers/webhooks/test-webhooks.ts';
import { createAccounts } from './users/accounts.ts';
import { registerWaits } from './waits/routes.ts';
import { createWaitingRuns } from './waits/waiting-run.ts';
import { createWorkflowBelongings } from './workflows/belongings.ts';
import { createDrafts } from './workflows/drafts.ts';
import { createFetchWorkflow } from './workflows/fetch-workflow.ts';
import { createOrganizing } from './workflows/organizing.ts';
import { createWorkflows } from './workflows/service.ts';
import { createVersionList } from './workflows/version-list.ts';

/** For answers that are still being read when the server stops, in milliseconds. */
const connectionGrace = 2000;

const editorFolder = fileURLToPath(new URL('../../editor/dist', import.meta.url));
const documentationFolder = fileURLToPath(new URL('../../../docs', import.meta.url));

const readVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

const listeningUrl = (address: ReturnType<import('node:net').Server['address']>): { url: string; port: number } => {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${host}:${address.port}`, port: address.port };
};

/** Where others set the instance up: below its address, as far as that is known. */
const setupLink = ({ baseUrl, host }: Config, listening: string, token: string): string => {
  const { port } = new URL(listening);
  const isAny = host === '0.0.0.0' || host === '::';
  const address = baseUrl || (isAny ? `http://<address of this machine>:${port}` : listening);
  return `${address}/setup?setupToken=${token}`;
};

/**
 * The HTTP side of an instance: the API with the editor, the webhooks, and the addresses that end waits.
 *
 * @returns where it listens, and where others set it up
 */
export const serveWeb = async (options: {
  instance: Instance;
  config: Config;
  log: Log;
  closing: Closing;
}): Promise<{ url: string; setupLink?: string }> => {
  const { instance, config, log, closing } = options;
  const { clock, db, audit, dispatcher, versions, triggers, streams, binary, planning, metrics, exposeMetrics } =
    instance;
  const { urls } = instance.addresses;

  const version = await readVersion();
  const refusal = config.demoMode ? undefined : notOffered('Workflows cannot be run on this instance.', config);
  const testWebhooks = createTestWebhooks({
    db,
    clock,
    dispatcher,
    versions,
    push: streams,
    log,
    registrations: triggers.shared.registrations,
    receiving: triggers.shared.receiving,
    refusal,
  });
  closing.add(() => testWebhooks.close());
  const { files } = triggers.shared;
  const calls = instance.nodeCalls;
  const testListening = createTestListening({ calls, dispatcher, files, push: streams, bus: instance.bus });
  closing.add(() => testListening.close());
  const uses = createCredentialUses({ db, store: instance.credentials.store });
  const tags = createTags({ db, clock, config, audit });
  const folders = createFolders({ database: instance.database, clock, audit });
  const organizing = createOrganizing({ db, audit, tags, folders });
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
  const parser = createBodyParser({ log });
  closing.add(() => parser.close());
  const executions = createExecutions({
    db,
    dispatcher,
    removeBinaryData: binary.deleteExecutions,
    audit,
    addresses: instance.resumeAddresses,
  });
  const accounts = await createAccounts({
    db,
    clock,
    log,
    config,
    urls,
    audit,
    belongings: [
      createWorkflowBelongings({ db, clock, triggers, versions, dispatcher, push: streams, executions }),
      // After the workflows in them.
      folderBelongings,
      credentialBelongings,
      dataTableBelongings,
    ],
    endStreams: streams.endOf,
  });
  closing.add(() => accounts.close());
  const { attempts, users } = accounts;
  const apiKeys = createApiKeys({ db, clock, audit, streams, attempts, findUser: users.find });
  const watching = watchStreams({ db, clock, streams, apiKeys, bus: instance.bus, log });
  closing.add(() => watching.close());
  const credentials = createCredentialService({ ...instance.credentials, db, clock, uses, audit });
  const nodeTypes = createNodeTypes(instance.nodeTypes, config.defaultLocale);
  const templateViews = createTemplateViews({ db, log });
  closing.add(() => templateViews.settled());
  const readCatalog = openCatalogFiles(nodeTypes);
  const telemetry = createTelemetry({
    url: config.telemetryUrl,
    version,
    instanceId: await ensureInstanceId(db),
    requests: instance.requests,
    clock,
    log,
  });
  closing.add(() => telemetry.close());
  telemetry.record([
    {
      name: 'instanceStarted',
      at: new Date(clock.now()).toISOString(),
      properties: { database: config.databaseUrl === '' ? 'sqlite' : 'postgres' },
    },
  ]);
  const pagePasses = createPagePasses({
    sessions: accounts.sessions,
    clock,
    key: instance.signingKey,
    endpoints: [config.endpointWebhook, config.endpointWebhookTest, config.endpointForm, config.endpointFormTest],
    urls,
  });
  const app = createApp({
    config,
    pagePasses,
    log,
    clock,
    version,
    audit,
    shares: createShares({ db, audit, changed: streams.accessChanged }),
    apiKeys,
    accounts,
    authenticate: createAuthenticate(accounts),
    markKey: instance.markKey,
    settings: await createSettings({ db, config, version, urls, setup: accounts.setup }),
    releases: createReleaseFeed({ version, file: config.versionFeedFile, log }),
    prompts: createPrompts({ db, clock, config }),
    telemetry,
    workflows,
    organizing,
    tags,
    folders,
    versionList: createVersionList({ db }),
    drafts: createDrafts({ db, clock }),
    fetchWorkflow: createFetchWorkflow(instance.requests),
    manualRuns: createManualRuns({ ...planning, clock, dispatcher, versions, testWebhooks, testListening, files }),
    executions,
    credentials,
    dataTables: instance.dataTables,
    dataTableCsv: instance.dataTableCsv,
    oauth: createOAuth({
      ...instance.credentials,
      open: credentials.open,
      editorUrl: () => urls().editor,
      audit,
      clock,
    }),
    nodeTypes,
    savedTemplates: createSavedTemplates({
      ...{ db, clock, audit, nodeTypes, views: templateViews },
      readCategories: async () => (config.templatesHost === '' ? (await readCatalog()).categories : []),
    }),
    templatesHost: createTemplatesHost({ read: readCatalog, views: templateViews }),
    documentation: createDocumentation(documentationFolder),
    packages: instance.packages,
    nodeParameters: createNodeParameters({
      ...planning,
      clock,
      workflows,
      webhookBases: () => ({
        production: `${urls().webhook}${config.endpointWebhook}/`,
        test: `${urls().webhook}${config.endpointWebhookTest}/`,
        forms: {
          production: `${urls().webhook}${config.endpointForm}/`,
          test: `${urls().webhook}${config.endpointFormTest}/`,
        },
      }),
    }),
    streams,
    binary,
    registerWebhooks: (scope) => {
      if (exposeMetrics) countWebhookAnswers(scope, metrics, [config.endpointWebhookTest, config.endpointFormTest]);
      const { abandon } = dispatcher;
      const authorize = createAuthorizeCall({ ...instance.credentials, pagePasses, log });
      const serving = { address: () => urls().webhook, binary, parser, authorize, abandon, log };
      const openFiles = createStartedFiles({ reserve: dispatcher.reserve, binary, log });
      registerWebhooks(scope, {
        ...serving,
        endpoints: [
          { name: config.endpointWebhook, source: triggers.webhooks },
          { name: config.endpointWebhookTest, source: testWebhooks.source },
        ],
        openFiles,
      });
      const addresses = instance.resumeAddresses;
      // In a showcase nothing goes on either.
      const waiting = refusal ? { find: () => Promise.reject(refusal) } : createWaitingRuns(db, addresses);
      scope.register(async (own) =>
        registerForms(own, {
          ...serving,
          endpoints: [
            { name: config.endpointForm, source: triggers.webhooks, isTest: false },
            { name: config.endpointFormTest, source: testWebhooks.source, isTest: true },
          ],
          openFiles,
          clock,
          progress: addresses.progress,
        }),
      );
      scope.register(async (own) =>
        registerWaits(own, { ...serving, waiting, addresses, db, calls, versions, dispatcher, clock }),
      );
    },
    editorFolder,
    isReady: instance.isReady,
    readiness: instance.readiness,
    writeFailed: instance.writeFailed,
    exposeMetrics,
  });
  closing.add(
    async () => {
      // Requests that wait for a run get their answer when the runs end, so both are closed together.
      const closed = app.close();
      await dispatcher.close();
      // Those that got their answer just now are kept open by their clients for the next call.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      const lingering = setTimeout(() => app.server.closeAllConnections(), connectionGrace);
      await closed;
      clearInterval(idle);
      clearTimeout(lingering);
    },
    config.shutdownGrace * 1000 + closingTime + connectionGrace + 500,
  );

  await app.listen({ host: config.host, port: config.port });
  limitConnections(app.server, { most: await mostConnections(), log });
  const { url, port } = listeningUrl(app.server.address());
  await instance.addresses.publish(port);
  const token = await accounts.setup.tokenForOthers();
  return { url, setupLink: token === undefined ? undefined : setupLink(config, url, token) };
};
