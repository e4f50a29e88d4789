import { limits } from '@millrace/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { registerApiKeyRoutes } from './api-keys/routes.ts';
import type { ApiKeys } from './api-keys/service.ts';
import type { Audit } from './audit/audit.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { type Config, calledHosts, editorStartOf, endpointsOf } from './config.ts';
import { registerCredentialRoutes } from './credentials/api/routes.ts';
import type { CredentialService } from './credentials/api/service.ts';
import { registerOAuthRoutes } from './credentials/oauth/routes.ts';
import type { OAuth } from './credentials/oauth/service.ts';
import { registerDataTableCsvRoutes } from './data-tables/csv/routes.ts';
import type { DataTableCsv } from './data-tables/csv/service.ts';
import { registerDataTableRoutes } from './data-tables/routes.ts';
import type { DataTables } from './data-tables/service.ts';
import { registerDocumentationRoutes } from './documentation/routes.ts';
import type { Documentation } from './documentation/service.ts';
import { registerBinaryDataRoutes } from './executions/api/binary-data-routes.ts';
import { registerExecutionRoutes } from './executions/api/routes.ts';
import type { Executions } from './executions/api/service.ts';
import { isPassingFailure, isUncertainFailure, UncertainWriteError } from './executions/store/failures.ts';
import { registerFolderRoutes } from './folders/routes.ts';
import type { Folders } from './folders/service.ts';
import { registerNodeParameterRoutes } from './node-calls/api/routes.ts';
import type { NodeParameters } from './node-calls/api/service.ts';
import { registerNodeTypeRoutes } from './node-types/routes.ts';
import type { NodeTypes } from './node-types/service.ts';
import { registerTypeFiles } from './node-types/type-files.ts';
import { registerPackageRoutes } from './packages/routes.ts';
import type { Packages } from './packages/service.ts';
import type { PagePasses } from './page-passes/page-passes.ts';
import { registerPagePassRoutes } from './page-passes/routes.ts';
import { refuseUnlessAllowed } from './permissions/endpoint-access.ts';
import { basePathOf, createPathStripper } from './platform/base-path.ts';
import { type BinaryStore, isPassingStorageFailure } from './platform/binary/index.ts';
import type { Clock } from './platform/clock.ts';
import { compressAnswers } from './platform/compression.ts';
import { registerEditorFiles } from './platform/editor-files.ts';
import { AppError, badRequest, toHttpFailure } from './platform/errors.ts';
import { acceptJsonOnly } from './platform/json-body.ts';
import type { Log } from './platform/log.ts';
import { type Exposition, registerMetricsRoute } from './platform/metrics/index.ts';
import { registerApiDescriptionRoutes } from './platform/openapi/routes.ts';
import { isFromOwnNode } from './platform/own-api.ts';
import { type Readiness, registerHealthRoutes } from './platform/readiness.ts';
import { refuseForeign } from './platform/request-guard.ts';
import { setDataHeaders } from './platform/security-headers.ts';
import { refuseSlowSenders, type SlowRequests, slowRequests } from './platform/slow-senders.ts';
import { registerPromptRoutes } from './prompts/routes.ts';
import type { Prompts } from './prompts/service.ts';
import type { EventStreams } from './push/event-streams.ts';
import { registerPushRoutes } from './push/routes.ts';
import type { ReleaseFeed } from './releases/feed.ts';
import { registerReleaseRoutes } from './releases/routes.ts';
import type { Authenticate } from './sessions/authenticate.ts';
import { registerSettingsRoutes } from './settings/routes.ts';
import type { Settings } from './settings/service.ts';
import { registerShareRoutes } from './shares/routes.ts';
import type { Shares } from './shares/service.ts';
import { registerTagRoutes } from './tags/routes.ts';
import type { Tags } from './tags/service.ts';
import { registerTelemetryRoutes } from './telemetry/routes.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { TemplatesHost } from './templates/host.ts';
import { registerTemplatesHost } from './templates/host-routes.ts';
import { registerSavedTemplateRoutes } from './templates/saved/routes.ts';
import type { SavedTemplates } from './templates/saved/service.ts';
import type { ManualRuns } from './triggers/manual-runs.ts';
import { registerAccountRoutes } from './users/account-routes.ts';
import type { Accounts } from './users/accounts.ts';
import { registerUserRoutes } from './users/routes.ts';
import type { Drafts } from './workflows/drafts.ts';
import type { createFetchWorkflow } from './workflows/fetch-workflow.ts';
import type { Organizing } from './workflows/organizing.ts';
import { registerWorkflowRoutes } from './workflows/routes.ts';
import type { Workflows } from './workflows/service.ts';
import type { VersionList } from './workflows/version-list.ts';

export interface Services {
  config: Config;
  log: Log;
  clock: Clock;
  version: string;
  audit: Audit;
  shares: Shares;
  apiKeys: ApiKeys;
  accounts: Accounts;
  /** Who makes a request that comes without an API key; undefined: nobody who is known. */
  authenticate: Authenticate;
  /** Of requests that nodes of this instance make; undefined: they may call the API. */
  markKey?: string;
  settings: Settings;
  releases: ReleaseFeed;
  prompts: Prompts;
  telemetry: Telemetry;
  workflows: Workflows;
  organizing: Organizing;
  tags: Tags;
  folders: Folders;
  versionList: VersionList;
  drafts: Drafts;
  fetchWorkflow: ReturnType<typeof createFetchWorkflow>;
  manualRuns: ManualRuns;
  executions: Executions;
  nodeTypes: NodeTypes;
  documentation: Documentation;
  credentials: CredentialService;
  dataTables: DataTables;
  dataTableCsv: DataTableCsv;
  oauth: OAuth;
  pagePasses: PagePasses;
  nodeParameters: NodeParameters;
  templatesHost: TemplatesHost;
  savedTemplates: SavedTemplates;
  packages: Pick<Packages, 'list' | 'install' | 'update' | 'remove'>;
  streams: EventStreams;
  binary: BinaryStore;
  /** Webhooks: a scope of their own outside the API, with bodies of every kind. */
  registerWebhooks: (app: FastifyInstance) => void;
  /** Folder of the built editor. */
  editorFolder: string;
  /** True from the moment when everything that is stored as active is being served. */
  isReady: () => boolean;
  readiness: () => Promise<Readiness>;
  /** Told when the database could not be used for a request. */
  writeFailed: () => void;
  /** Undefined: there are no metrics. */
  exposeMetrics?: () => Promise<Exposition>;
  /** Default: `slowRequests`. */
  slowRequests?: SlowRequests;
  /** Holds answers against the contract; for tests. */
  checkResponses?: boolean;
}

/** Of digits alone would be the id of a workflow, for which test calls are awaited in the same way. */
const sessionPattern = /^(?!\d+$)[\w-]{1,64}$/;

const sessionIdOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && sessionPattern.test(header) ? header : undefined;

const callOfOwnNode = (): AppError =>
  new AppError('forbiddenHost', 'Workflows may not call the API of their own instance.', {
    hint: 'Whoever operates it can allow that with MILLRACE_NODES_MAY_CALL_API.',
  });

/** A path that is no UTF-8 has found no route; a query would be handed on as it stands. @throws AppError badRequest */
const refuseUndecodable = (url: string): void => {
  const at = url.indexOf('?');
  if (at < 0) return;
  try {
    decodeURIComponent(url.slice(at + 1));
  } catch (error) {
    throw badRequest('The query is not valid UTF-8 in percent-encoding.', { cause: error });
  }
};

/** What passes by itself, and is no fault of the caller: the database or the place of binary data cannot be used now. */
const storageFailure = (cause: unknown, request: FastifyRequest): AppError | undefined => {
  if (isPassingStorageFailure(cause)) return new AppError('storageUnavailable', `${cause.message}.`, { cause });
  if (!isPassingFailure(cause)) return undefined;
  if (cause instanceof UncertainWriteError || (isUncertainFailure(cause) && isChange(request))) {
    const message =
      'The connection to the database was lost before it had answered. The change may or may not have been carried out; please look before you try again.';
    return new AppError('outcomeUnknown', message, { cause });
  }
  const message = 'The database cannot be used at the moment. Nothing was changed; please try again.';
  return new AppError('storageUnavailable', message, { cause });
};

/** A call of the API that writes. What starts executions writes by the execution store, which knows by itself what is uncertain. */
const isChange = ({ method, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.access !== undefined && method !== 'GET' && method !== 'HEAD';

/** For data of users: guarded against foreign pages, JSON only, compressed, and each route says who may call it, which is held here. */
const guard = async (scope: FastifyInstance, { config, apiKeys, authenticate, markKey }: Services): Promise<void> => {
  scope.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
  });
  scope.addHook('onRequest', async (request, reply) => {
    setDataHeaders(reply);
    // A key is no cookie: no page makes a browser send it, so whoever has one may call from anywhere.
    const byKey = await apiKeys.authenticate(request.headers.authorization, request.ip);
    if (!byKey) refuseForeign(request, config);
    if (isFromOwnNode(request.headers, markKey)) throw callOfOwnNode();
    refuseUndecodable(request.url);
    const { access } = request.routeOptions.config;
    // An address that is not there is the same to everyone.
    if (!access) return;
    const caller = byKey ?? (await authenticate(request, reply));
    request.caller = caller && { ...caller, sessionId: sessionIdOf(request.headers.sessionid) };
    refuseUnlessAllowed(access, request.caller);
  });
  acceptJsonOnly(scope, limits.apiBodyBytes);
  await compressAnswers(scope);
};

/** Everything under `/rest`. */
const registerApi = (rest: FastifyInstance, services: Services): void => {
  const { accounts } = services;
  const options = { checkResponses: services.checkResponses ?? false };
  registerSettingsRoutes(rest, services, options);
  registerReleaseRoutes(rest, services.releases, options);
  registerPromptRoutes(rest, services.prompts, options);
  registerTelemetryRoutes(rest, services.telemetry, options);
  registerAccountRoutes(rest, accounts, options);
  registerUserRoutes(rest, accounts, options);
  registerWorkflowRoutes(rest, services, options);
  registerTagRoutes(rest, services.tags, options);
  registerFolderRoutes(rest, services.folders, options);
  registerExecutionRoutes(rest, services, options);
  registerBinaryDataRoutes(rest, services);
  registerNodeTypeRoutes(rest, services.nodeTypes, options);
  registerDocumentationRoutes(rest, services.documentation, options);
  registerCredentialRoutes(rest, services, { ...options, textsOf: services.nodeTypes.textsOf });
  registerOAuthRoutes(rest, services, options);
  registerPagePassRoutes(rest, services);
  registerDataTableRoutes(rest, services.dataTables, options);
  registerDataTableCsvRoutes(rest, services.dataTableCsv);
  registerNodeParameterRoutes(rest, services, options);
  registerShareRoutes(rest, services.shares, options);
  registerApiKeyRoutes(rest, services.apiKeys, options);
  registerAuditRoutes(rest, services.audit, options);
  registerPackageRoutes(rest, services, options);
  registerSavedTemplateRoutes(rest, services.savedTemplates, options);
  registerPushRoutes(rest, services.streams);
  registerApiDescriptionRoutes(rest, services.version, basePathOf(services.config));
  rest.setNotFoundHandler((request) => {
    throw new AppError('notFound', `There is no ${request.method} ${request.url.split('?', 1)[0]} in the API.`);
  });
};

/** The HTTP side of Millrace over its services. It does not listen by itself: tests inject requests. */
export const createApp = (services: Services): FastifyInstance => {
  const { config, log } = services;
  let toldAt = Number.NEGATIVE_INFINITY;
  /** While the database is away every request fails of it: the first of each second stands for all. */
  const tellOfStorage = (error: unknown): void => {
    if (isPassingFailure(error)) services.writeFailed();
    if (performance.now() - toldAt < 1000) return;
    toldAt = performance.now();
    log.error({ reason: error instanceof Error ? error.message : String(error) }, 'The storage cannot be used now');
  };
  const fail = (cause: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // The error of a connection that was cut has the code of one to the database.
    const isCutOff = request.raw.destroyed && !request.raw.complete;
    const error = isCutOff ? badRequest('The request ended before it was complete.') : cause;
    const unavailable = storageFailure(error, request);
    if (unavailable) tellOfStorage(error);
    const failure = toHttpFailure(unavailable ?? error, config.development);
    if (failure.defectId)
      log.error({ id: failure.defectId, err: error, method: request.method, url: request.url }, 'A request failed');
    reply.code(failure.status).headers(failure.headers).send(failure.body);
  };
  const slow = services.slowRequests ?? slowRequests;
  const stripPath = createPathStripper(config);
  const app = Fastify({
    rewriteUrl: ({ url = '/' }) => stripPath(url),
    // An address that cannot be decoded fails before any route is known.
    frameworkErrors: fail,
    // Requests are not logged one by one; what fails is, below.
    logger: false,
    bodyLimit: limits.webhookBodyBytes,
    // Whom a request comes from, where proxies that the operator has named say so.
    trustProxy: (_address, hop) => hop < config.proxyHops,
    routerOptions: { maxParamLength: 1000, ignoreDuplicateSlashes: false },
    // What trickles in for ever gives up its connection, with 408.
    requestTimeout: slow.request,
    http: { headersTimeout: slow.headers, connectionsCheckingInterval: slow.look },
  });
  refuseSlowSenders(app, slow);
  app.decorateRequest('caller', undefined);

  app.setErrorHandler(fail);

  registerHealthRoutes(app, services);
  registerMetricsRoute(app, { expose: services.exposeMetrics, token: config.metricsToken });
  const guarded = (prefix: string, register: (scope: FastifyInstance) => void): void => {
    app.register(
      async (scope) => {
        await guard(scope, services);
        register(scope);
      },
      { prefix },
    );
  };
  guarded('/rest', (rest) => registerApi(rest, services));
  guarded('/types', (files) => registerTypeFiles(files, services));
  app.register(
    (scope) =>
      registerTemplatesHost(scope, { host: services.templatesHost, checkResponses: services.checkResponses ?? false }),
    { prefix: '/catalog' },
  );
  app.register(async (hooks) => services.registerWebhooks(hooks));
  const serveEditor = registerEditorFiles(app, {
    folder: services.editorFolder,
    basePath: basePathOf(config),
    endpoints: endpointsOf(config),
    start: editorStartOf(config),
    hosts: calledHosts(config),
    embedOrigins: config.embedOrigins,
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return serveEditor(request, reply);
    throw new AppError('notFound', `Nothing answers ${request.method} here.`);
  });
  app.addHook('preClose', async () => services.streams.close());
  return app;
};
