import type { Item, JsonObject } from '@millrace/contract/data';
import {
  defineNode,
  type ListenContext,
  NodeError,
  parseJson,
  type RegistrationContext,
} from '@millrace/engine/node-api';
import type { Notification } from 'pg';
import { connectionFailure, serverOf } from '../connections/server.ts';
import type { Rows, Session } from '../sql/batch.ts';
import { quoteName, type Statement } from '../sql/dialect.ts';
import { postgresMethods } from './methods.ts';
import {
  dropRowEvents,
  ensureRowEvents,
  hasRowEvents,
  ownName,
  type RowEvents,
  type RowOperation,
  readChannel,
  rowOperations,
} from './row-events.ts';
import { openPostgres, postgresDialect, type SessionOptions } from './session.ts';
import { postgresTriggerParameters } from './trigger-parameters.ts';

type Listening = ListenContext<typeof postgresTriggerParameters>;
type Registering = RegistrationContext<typeof postgresTriggerParameters>;
type Context = Listening | Registering;

/** Milliseconds between two looks whether the connection still stands: nothing may come over it for days. */
const lookEvery = 60_000;

const isOfRows = (context: Context): boolean => context.parameter('triggerMode') === 'createTrigger';

const open = async (context: Context, heard?: SessionOptions['heard']): Promise<Session> =>
  openPostgres(context, await context.credential('postgres'), {
    ...(context.parameter('options') as SessionOptions),
    usedCredential: 'postgres',
    heard,
  });

/** Names may be given as the function is called. */
const withoutBrackets = (name: string): string => name.trim().replace(/\(\s*\)$/, '');

/** @throws NodeError */
const readRowEvents = (context: Context): RowEvents => {
  const { channelName, functionName, triggerName, replaceIfExists } = context.parameter('additionalFields') as {
    channelName?: string;
    functionName?: string;
    triggerName?: string;
    replaceIfExists?: boolean;
  };
  const table = context.extractedValue('tableName');
  if (table === '') throw new NodeError('Choose a table to watch');
  const operation = context.parameter('firesOn') as RowOperation;
  if (!rowOperations.includes(operation)) throw new NodeError(`"${operation}" is no event of a table`);
  // A run by hand has its own, beside those of the active workflow.
  const own = ownName(context.workflow.id, `${context.node.name}${context.isTest ? ' test' : ''}`);
  const isNamed = Boolean(functionName || triggerName) && !context.isTest;
  return {
    schema: context.extractedValue('schema') || 'public',
    table,
    operation,
    functionName: isNamed && functionName ? withoutBrackets(functionName) : own,
    triggerName: isNamed && triggerName ? triggerName.trim() : own,
    channel: channelName && !context.isTest ? readChannel(channelName) : own,
    mayReplace: replaceIfExists === true || !isNamed,
  };
};

const within = async <T>(
  context: Registering,
  work: (run: (statement: Statement) => Promise<Rows | undefined>) => Promise<T>,
): Promise<T> => {
  const session = await open(context);
  try {
    return await work((statement) => session.run(statement));
  } finally {
    await session.close();
  }
};

const payloadOf = (text: string | undefined): JsonObject[string] => {
  if (!text) return text ?? '';
  try {
    return parseJson(text) as JsonObject[string];
  } catch {
    return text;
  }
};

const toItem = ({ channel, payload, processId }: Notification): Item => ({
  json: { name: 'notification', channel, payload: payloadOf(payload), processId },
});

/** A name without quotes means that in small letters, to whoever sends to it. */
const spellingsOf = (channel: string): string[] => [...new Set([channel, channel.toLowerCase()])];

const listen = async (context: Listening): Promise<void> => {
  const { signal, emit, isTest } = context;
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  let last: Promise<unknown> = Promise.resolve();
  const notification = (message: Notification): void => {
    last = last.then(() => emit([toItem(message)]));
    last.catch(over.reject);
  };
  const session = await open(context, { notification, over: over.reject });
  const events = isOfRows(context) ? readRowEvents(context) : undefined;
  /** Someone may have dropped what the activation has made. */
  const look = async (): Promise<unknown> =>
    events ? ensureRowEvents(session.run, events) : session.run({ text: 'select 1', values: [] });
  let looking: NodeJS.Timeout | undefined;
  try {
    for (const channel of events ? [events.channel] : spellingsOf(readChannel(context.parameter('channelName'))))
      await session.run({ text: `listen ${quoteName(postgresDialect, channel)}`, values: [] });
    await look();
    context.connected();
    looking = setInterval(() => void look().catch(over.reject), lookEvery);
    await over.promise;
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof NodeError
      ? error
      : connectionFailure(error, serverOf(await context.credential('postgres'), 5432), 'The PostgreSQL server');
  } finally {
    clearInterval(looking);
    // Its own connection may have ended with the run.
    if (isTest && events) await removeTest(context, events).catch(() => {});
    await session.close().catch(() => {});
  }
};

/** In a connection of its own, also where that of the run has been ended. */
const removeTest = async (context: Listening, test: RowEvents): Promise<void> => {
  const left = { reach: context.reach, signal: AbortSignal.timeout(4000) };
  const session = await openPostgres(left, await context.credential('postgres'), { usedCredential: 'postgres' });
  try {
    await dropRowEvents(session.run, test);
  } finally {
    await session.close();
  }
};

export const postgresTrigger = defineNode({
  name: 'core.postgresTrigger',
  displayName: 'Postgres Trigger',
  description:
    'Starts the workflow when rows in a PostgreSQL table change, or when a notification is sent to a channel',
  aliases: ['n8n-nodes-base.postgresTrigger'],
  versions: [1],
  defaultVersion: 1,
  group: ['trigger'],
  defaults: { name: 'Postgres Trigger', color: '#3d76ad' },
  inputs: [],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  eventTriggerDescription: 'Change a row, or send a notification',
  activationMessage: 'The workflow now listens to the database.',
  codex: {
    categories: ['Development', 'Data & Storage'],
    alias: ['postgresql', 'database', 'sql', 'listen', 'notify', 'row', 'insert', 'update', 'delete'],
  },
  credentials: [{ name: 'postgres', required: true, testedBy: 'postgresConnectionTest' }],
  parameters: postgresTriggerParameters,
  methods: {
    search: postgresMethods.search,
    credentialTest: postgresMethods.credentialTest,
  },
  listen,
  registration: {
    async exists(context) {
      if (!isOfRows(context) || context.isTest) return true;
      const events = readRowEvents(context);
      const isThere = await within(context, (run) => hasRowEvents(run, events));
      if (isThere) Object.assign(context.staticData('node'), { made: events });
      return isThere;
    },
    async register(context) {
      const events = readRowEvents(context);
      await within(context, (run) => ensureRowEvents(run, events));
      Object.assign(context.staticData('node'), { made: events });
    },
    async unregister(context) {
      const { made } = context.staticData('node') as { made?: RowEvents };
      if (made) await within(context, (run) => dropRowEvents(run, made));
    },
  },
});
