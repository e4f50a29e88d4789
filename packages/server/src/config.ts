import { homedir } from 'node:os';
import path from 'node:path';
import { languages } from '@millrace/contract';
import { accountConflicts, accountSettings } from './config-accounts.ts';
import { codeSettings } from './config-code.ts';
import { nodeSettings } from './config-nodes.ts';
import { operationConflicts, operationSettings } from './config-operations.ts';
import { productSettings } from './config-product.ts';
import {
  address,
  databaseUrl,
  encryptionKeys,
  flag,
  integer,
  jsonOfTypes,
  link,
  menuItems,
  oneOf,
  origins,
  proxyAddress,
  proxyExceptions,
  reservedSegments,
  type Setting,
  secret,
  segment,
  setting,
  text,
  timezone,
} from './config-values.ts';
import { pathsOf } from './platform/base-path.ts';
import { defaultEndpoints } from './platform/own-paths.ts';

/**
 * Every setting of the instance once: its name in the code, its environment variable, its default, how its text is read, and
 * a line of help. `docs/configuration.md` is this table; a test keeps both equal.
 */

const saved = oneOf('all', 'none');

export const settings = {
  host: setting(
    'HOST',
    text(/\S/, 'an address to listen on'),
    '127.0.0.1',
    'Address to listen on. Until the instance has an owner, others than this machine can set that up and nothing else.',
  ),
  port: setting('PORT', integer(0, 65_535), 5680, 'Port to listen on. 0 takes a free one.'),
  dataFolder: setting(
    'DATA',
    (value) => path.resolve(value),
    path.join(homedir(), '.millrace'),
    'Folder for the database, binary data and keys.',
    '~/.millrace',
  ),
  databaseUrl: secret(
    setting('DATABASE_URL', databaseUrl, '', 'Address of a PostgreSQL database. Empty: SQLite in the data folder.'),
  ),
  baseUrl: setting(
    'BASE_URL',
    address,
    '',
    'Address under which browsers reach the editor, with the path if it lies below one; links in mails begin with it. Empty: http://localhost and the port.',
  ),
  webhookUrl: setting(
    'WEBHOOK_URL',
    address,
    '',
    'Address under which others reach the webhooks, with the path if they lie below one. Empty: as MILLRACE_BASE_URL.',
  ),
  endpointWebhook: setting(
    'ENDPOINT_WEBHOOK',
    segment,
    defaultEndpoints.endpointWebhook,
    'First part of the path of production webhooks.',
  ),
  endpointWebhookTest: setting(
    'ENDPOINT_WEBHOOK_TEST',
    segment,
    defaultEndpoints.endpointWebhookTest,
    'First part of the path of test webhooks.',
  ),
  endpointForm: setting('ENDPOINT_FORM', segment, defaultEndpoints.endpointForm, 'First part of the path of forms.'),
  endpointFormTest: setting(
    'ENDPOINT_FORM_TEST',
    segment,
    defaultEndpoints.endpointFormTest,
    'First part of the path of test forms.',
  ),
  ...accountSettings,
  encryptionKey: secret(
    setting(
      'ENCRYPTION_KEY',
      encryptionKeys,
      '',
      'Key of the credentials: a text of 32 characters or more, the same for all processes. After a comma, an earlier one that is still needed. Empty: made at the first start, in the data folder.',
    ),
  ),
  credentialsOverwrites: secret(
    setting(
      'CREDENTIALS_OVERWRITES',
      jsonOfTypes,
      '',
      'Fields of credentials that are the same for everyone, by credential type, as JSON: people are neither asked for them nor see them.',
    ),
  ),
  credentialsOverwritesFile: setting(
    'CREDENTIALS_OVERWRITES_FILE',
    text(),
    '',
    'A file that holds the same. What both name is taken from MILLRACE_CREDENTIALS_OVERWRITES.',
  ),
  timezone: setting('TIMEZONE', timezone, 'America/New_York', 'Time zone of workflows that name none.'),
  workers: setting('WORKERS', integer(1, 64), 1, 'Worker processes that this server starts for runs.'),
  workerMemory: setting(
    'WORKER_MEMORY',
    integer(64, 65_536),
    512,
    'Heap of one worker in MiB; a run that needs more is ended.',
  ),
  concurrency: setting(
    'CONCURRENCY',
    integer(1, 10_000),
    1000,
    'Production executions at a time in this process, as far as the memory of its workers goes. Those by hand are counted apart.',
  ),
  workflowConcurrency: setting(
    'WORKFLOW_CONCURRENCY',
    integer(0, 10_000),
    0,
    'Production executions of one workflow at a time in this process. 0: four fifths of all.',
  ),
  queueLimit: setting(
    'QUEUE_LIMIT',
    integer(1, 1_000_000),
    5_000,
    'Executions that may wait for a worker before further ones are refused with 503.',
  ),
  executionTimeout: setting(
    'EXECUTION_TIMEOUT',
    integer(-1, 31_536_000),
    -1,
    'Seconds after which a run is ended where its workflow says nothing. -1: never.',
  ),
  maxExecutionTimeout: setting(
    'MAX_EXECUTION_TIMEOUT',
    integer(1, 31_536_000),
    3600,
    'Most seconds that a workflow may set as its time-out.',
  ),
  shutdownGrace: setting(
    'SHUTDOWN_GRACE',
    integer(0, 3600),
    10,
    'Seconds that executions have to end, or to be released after the node run that is under way, when the server stops.',
  ),
  saveDataErrorExecution: setting(
    'SAVE_DATA_ERROR_EXECUTION',
    saved,
    'all',
    'Whether failed production runs are kept: all or none.',
  ),
  saveDataSuccessExecution: setting(
    'SAVE_DATA_SUCCESS_EXECUTION',
    saved,
    'all',
    'Whether successful production runs are kept: all or none.',
  ),
  saveManualExecutions: setting('SAVE_MANUAL_EXECUTIONS', flag, false, 'Whether runs by hand are kept.'),
  saveExecutionProgress: setting(
    'SAVE_EXECUTION_PROGRESS',
    flag,
    false,
    'Whether the result of each node is stored as soon as it ends.',
  ),
  blockPrivateNetworks: setting(
    'BLOCK_PRIVATE_NETWORKS',
    flag,
    false,
    'Whether nodes are refused calls to private and loopback addresses. Addresses of cloud metadata are always refused.',
  ),
  proxy: secret(
    setting(
      'PROXY',
      proxyAddress,
      '',
      'Proxy through which the HTTP requests of nodes and credentials go, such as `http://user:password@proxy.example.com:3128`. This machine is called directly, and so is what clients of mail, SSH and databases connect to. Empty: none.',
    ),
  ),
  noProxy: setting(
    'NO_PROXY',
    proxyExceptions,
    '',
    'Hosts that are called without the proxy, with commas between: names with all below them, addresses, ranges such as `10.0.0.0/8`; `host:port` for one port.',
  ),
  nodesMayCallApi: setting(
    'NODES_MAY_CALL_API',
    flag,
    false,
    'Whether nodes may call the API of this instance (`/rest`). Its webhooks they may call in any case. Unless they may, each of their requests has a header `x-millrace-request`, by which the API knows them.',
  ),
  expressionsDisabled: setting(
    'EXPRESSIONS_DISABLED',
    flag,
    false,
    'Whether the editor offers no expressions, and nodes that have some fail. Triggers that have some are not started.',
  ),
  expressionSteps: setting(
    'EXPRESSION_STEPS',
    integer(600_000, 1_000_000_000_000),
    60_000_000,
    'Steps that an expression may take in a run, each time that it is evaluated. Most take 10 to 20 nanoseconds, none more than 120.',
  ),
  expressionTime: setting(
    'EXPRESSION_TIME',
    integer(100, 3_600_000),
    2_000,
    'Milliseconds by the clock that an expression may take in a run, each time that it is evaluated.',
  ),
  workflowTagsDisabled: setting('WORKFLOW_TAGS_DISABLED', flag, false, 'Whether the editor offers no tags.'),
  homePage: setting(
    'HOME_PAGE',
    oneOf('templates', 'workflows'),
    'templates',
    'Where the editor begins: templates (a new workflow where there are none), or workflows, the list of them.',
  ),
  templatesEnabled: setting('TEMPLATES_ENABLED', flag, true, 'Whether the editor offers templates.'),
  templatesHost: setting(
    'TEMPLATES_HOST',
    address,
    '',
    'Address of a host of templates that the editor shows instead of those that come with it. It is called by the browser, so it must allow that (CORS) with the header `x-instance-version`. Empty: those of the instance.',
  ),
  embedOrigins: setting(
    'EMBED_ORIGINS',
    origins,
    [],
    'Origins of other pages that may show a workflow in a frame of `/workflows/demo`, with commas between, such as `https://docs.example.com`. The instance itself always may.',
    'none',
  ),
  documentationUrl: setting(
    'DOCUMENTATION_URL',
    link,
    '',
    'Site of the documentation: Documentation in the menu Help leads there, and the pages of nodes are below it, such as `nodes/core.set`. Empty: the documentation that comes with this version.',
  ),
  forumUrl: setting(
    'FORUM_URL',
    link,
    '',
    'Where Forum in the menu Help leads. Empty: to the page of the documentation about getting help.',
  ),
  courseUrl: setting(
    'COURSE_URL',
    link,
    '',
    'Where Course in the menu Help leads. Empty: to the course that comes with the documentation.',
  ),
  menuItems: setting(
    'MENU_ITEMS',
    menuItems,
    [],
    'More entries of the sidebar: a JSON list such as `[{"id":"wiki","position":"bottom","label":"Wiki","url":"https://wiki.example.com"}]`, with `icon` (one or two letters) and `newWindow` where wanted.',
    'none',
  ),
  defaultLocale: setting(
    'DEFAULT_LOCALE',
    oneOf(...languages),
    'en',
    'Language of the editor for people who have chosen none: en or de.',
  ),
  demoMode: setting(
    'DEMO_MODE',
    flag,
    true,
    'Whether this instance executes workflows. false: a showcase in which they can be built and saved only; what is active is not started, and answers again when it is true.',
  ),
  paymentUrl: setting(
    'PAYMENT_URL',
    address,
    '',
    'Where the editor leads to for running workflows when MILLRACE_DEMO_MODE is false.',
  ),
  ...productSettings,
  ...nodeSettings,
  ...codeSettings,
  ...operationSettings,
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least severity of what is logged, on standard error.',
  ),
  development: setting(
    'DEVELOPMENT',
    flag,
    false,
    'Whether error answers hold the stack. Never on an instance that others reach.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type Config = { -readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> };

/** The environment asks for something that cannot be. One line a problem. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Whether a host name or address can only mean this machine. */
export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host);

export const defaultConfig = (): Config =>
  Object.fromEntries(Object.entries(settings).map(([name, { default: value }]) => [name, value])) as Config;

/** First parts of the paths at which workflows are called. */
export const endpointsOf = (config: Config): string[] => [
  config.endpointWebhook,
  config.endpointWebhookTest,
  config.endpointForm,
  config.endpointFormTest,
];

/** Origins that the editor calls besides that of the instance. */
export const calledHosts = ({ templatesHost, versionFeedUrl, promptsHost }: Config): string[] =>
  [templatesHost, versionFeedUrl, promptsHost]
    .filter((address) => address !== '')
    .map((address) => new URL(address).origin);

/** Which screen the editor begins with, as far as the settings say so. */
export const editorStartOf = ({ homePage, templatesEnabled, templatesHost }: Config) => ({
  home: homePage === 'workflows' ? '/workflows' : templatesEnabled ? '/templates' : '/workflow',
  hasOwnTemplates: templatesHost === '',
});

/** What holds between settings. */
const conflicts = (config: Config): string[] => {
  const found: string[] = [];
  const endpoints = endpointsOf(config).map((name) => name.toLowerCase());
  const own = new Set([...reservedSegments, ...endpoints]);
  for (const path of pathsOf(config))
    if (own.has(path.split('/', 2)[1]!.toLowerCase()))
      found.push(
        `MILLRACE_BASE_URL and MILLRACE_WEBHOOK_URL cannot have a path that begins as those of the instance itself do: "${path}".`,
      );
  if (new Set(endpoints).size < endpoints.length)
    found.push(
      'MILLRACE_ENDPOINT_WEBHOOK, MILLRACE_ENDPOINT_WEBHOOK_TEST, MILLRACE_ENDPOINT_FORM and MILLRACE_ENDPOINT_FORM_TEST must differ.',
    );
  return [...found, ...accountConflicts(config), ...operationConflicts(config)];
};

/** An address that may hold a password. */
const hasUserName = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
};

/**
 * Reads the settings from an environment. Empty variables count as not set.
 *
 * @throws ConfigError that names every problem at once
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = [];
  const refused: string[] = [];
  const values = Object.entries<Setting<unknown>>(settings).map(
    ([name, { env: variable, default: fallback, read, isSecret }]) => {
      const given = env[variable]?.trim();
      if (!given) return [name, fallback];
      try {
        return [name, read(given)];
      } catch (error) {
        refused.push(variable);
        const value = isSecret || hasUserName(given) ? '' : `; it is "${given}"`;
        problems.push(`${variable} must be ${(error as Error).message}${value}.`);
        return [name, fallback];
      }
    },
  );
  const config = Object.fromEntries(values) as Config;
  // Of one that was refused it was said already.
  problems.push(...conflicts(config).filter((problem) => !refused.some((name) => problem.startsWith(`${name} `))));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
};

/** Variables that look like settings and are none: most likely misspelt. */
export const unknownVariables = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const known = new Set<string>(Object.values(settings).map(({ env: variable }) => variable));
  return Object.keys(env).filter((name) => name.startsWith('MILLRACE_') && !known.has(name));
};

/** The addresses that the instance gives out, from the settings and the port that it really listens on. */
export interface PublicUrls {
  /** Without a slash at its end. */
  editor: string;
  /** With a slash at its end. */
  webhook: string;
}

export const publicUrls = (config: Pick<Config, 'baseUrl' | 'webhookUrl'>, port: number): PublicUrls => {
  const editor = config.baseUrl || `http://localhost:${port}`;
  return { editor, webhook: `${config.webhookUrl || editor}/` };
};
