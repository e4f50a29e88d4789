import { type Command, CommandLineError, help, readCommand, type StartCommand } from './command-line.ts';
import { type Config, ConfigError, publicUrls, readConfig, unknownVariables } from './config.ts';
import { isPassingFailure } from './executions/store/failures.ts';
import { BinaryStorageError } from './platform/binary/index.ts';
import { createLog, type Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { type RunningProcess, startServer, startWorker } from './server.ts';

/** Milliseconds beyond the grace time of runs that a stop may take before the process ends anyhow. */
const stopLimit = 12_000;
/** Milliseconds within which two signals count as one. */
const samePress = 1000;

const isCode = (error: unknown, code: string): boolean => (error as { code?: unknown } | null)?.code === code;

const isUnknownHost = (error: unknown, host: string): boolean =>
  (isCode(error, 'ENOTFOUND') || isCode(error, 'EAI_AGAIN')) && (error as { hostname?: string }).hostname === host;

/** Said by PostgreSQL of a connection. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresCodes: Readonly<Record<string, string>> = {
  '28P01': 'does not accept the user name or the password',
  '28000': 'does not let this user in',
  '3D000': 'does not have this database; create it first',
  '42501': 'does not give this user enough rights',
  '53100': 'has no room left on its disk',
  '53300': 'has no free connection',
  '57P03': 'is starting or stopping',
};

const postgresMessage = (error: unknown): string | undefined => {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const said = Object.hasOwn(postgresCodes, code) ? postgresCodes[code] : undefined;
  if (said !== undefined) return `The database server of MILLRACE_DATABASE_URL ${said}.`;
  if (!isPassingFailure(error)) return undefined;
  return `The database of MILLRACE_DATABASE_URL cannot be reached: ${(error as Error).message || 'connection refused'}.`;
};

/** What the operator can do something about, said in a line or two; undefined for what is ours. */
const plainMessage = (error: unknown, config: Config): string | undefined => {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof BinaryStorageError) return `${error.message}. Files of runs could not be stored.`;
  if (isCode(error, 'EADDRINUSE'))
    return `Port ${config.port} is taken, perhaps by another Millrace. Stop that program, or set MILLRACE_PORT to another port.`;
  if (isCode(error, 'EACCES') && (error as { syscall?: string }).syscall === 'listen')
    return `Port ${config.port} needs more rights than this user has. Set MILLRACE_PORT to a port above 1023.`;
  if (isCode(error, 'EADDRNOTAVAIL') || isUnknownHost(error, config.host))
    return `This machine has no address ${config.host}. Set MILLRACE_HOST to one that it has.`;
  if (isCode(error, 'SQLITE_NOTADB') || isCode(error, 'SQLITE_CORRUPT'))
    return `The database in ${config.dataFolder} is damaged or is no database: ${(error as Error).message}. Nothing was changed.`;
  if (isCode(error, 'EACCES') || isCode(error, 'EROFS') || isCode(error, 'SQLITE_CANTOPEN'))
    return `The data folder ${config.dataFolder} cannot be written: ${(error as Error).message}. Set MILLRACE_DATA to another folder.`;
  if (String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_READONLY'))
    return `The database in ${config.dataFolder} cannot be written: ${(error as Error).message}. Let this user write all files there, or set MILLRACE_DATA to another folder.`;
  if (isCode(error, 'SQLITE_BUSY') || isCode(error, 'SQLITE_LOCKED'))
    return `The database in ${config.dataFolder} is locked by another program. End that program, then start again.`;
  if (isCode(error, 'SQLITE_FULL') || isCode(error, 'ENOSPC'))
    return `The disk of the data folder ${config.dataFolder} is full. Nothing is lost; make room, then start again.`;
  return config.databaseUrl === '' ? undefined : postgresMessage(error);
};

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readArguments = (): Command => {
  try {
    return readCommand(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CommandLineError) return fail(error.message);
    throw error;
  }
};

const readSettings = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
};

/** The settings for a process that is to be started. */
const settingsOf = ({ role, concurrency }: StartCommand, config: Config): Config => {
  if (role !== 'start' && config.databaseUrl === '')
    return fail(
      `millrace ${role} needs a PostgreSQL database that all processes share: set MILLRACE_DATABASE_URL. ` +
        'On SQLite, millrace start does everything in one process.',
    );
  if (role !== 'start' && !config.demoMode)
    return fail(`millrace ${role} is for instances that execute workflows, and MILLRACE_DEMO_MODE is false.`);
  return concurrency === undefined ? config : { ...config, concurrency };
};

/** @returns the process, and the line that says what it is ready for */
const startRole = async (
  { role }: StartCommand,
  config: Config,
  log: Log,
): Promise<{ running: RunningProcess; ready: string }> => {
  if (role === 'worker') {
    const running = await startWorker(config, log);
    return { running, ready: `A Millrace worker is ready for ${config.concurrency} runs at a time` };
  }
  const running = await startServer(config, log, role);
  const { editor } = publicUrls(config, Number(new URL(running.url).port));
  const setup = running.setupLink === undefined ? '' : `\nFrom another machine it is set up at ${running.setupLink}`;
  return { running, ready: `Millrace is ready at ${editor}${setup}` };
};

/** Ends the process in a sentence where that is all that there is to say. */
const explainFailure = (error: unknown, config: Config, log: Log, what: string): never => {
  const message = plainMessage(error, config);
  if (message === undefined) log.error({ err: error }, what);
  return fail(message ?? `${what}: ${error instanceof Error ? error.message : String(error)}`);
};

/** Starts a process, says where it is, and stops it on SIGTERM and SIGINT. */
const runProcess = async (command: StartCommand, config: Config, log: Log): Promise<void> => {
  for (const name of unknownVariables(process.env))
    log.warn({ name }, 'This environment variable is no setting of Millrace');

  const { running, ready } = await startRole(command, config, log).catch((error: unknown) =>
    explainFailure(error, config, log, 'Millrace could not start'),
  );

  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      // A later signal means that the first took too long; one at the same moment is the same key press, passed on by a parent.
      if (performance.now() - stoppingSince > samePress) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'Millrace is stopping');
    const limit = config.shutdownGrace * 1000 + stopLimit;
    setTimeout(() => fail('Millrace did not stop in time and was ended.'), limit).unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Millrace did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  process.stdout.write(`${ready}\n`);
};

const isStart = (command: Command): command is StartCommand => ['start', 'web', 'worker'].includes(command.role);

/** Does what starts no process of the instance. @returns what to say in the end */
const carryOut = async (
  command: Exclude<Command, StartCommand | { role: 'help' }>,
  config: Config,
  log: Log,
): Promise<string> => {
  switch (command.role) {
    case 'backup':
      return (await import('./backup/commands.ts')).runBackup(command.folder, config);
    case 'restore':
      return (await import('./backup/commands.ts')).runRestore(command, config);
    case 'key:rotate':
      return (await import('./credentials/vault/commands.ts')).runKeyRotation(config, log);
    case 'user:list':
    case 'user:invite':
    case 'user:reset-password':
    case 'user:create-owner':
      return (await import('./users/commands.ts')).runUserCommand(command, config, log);
    default:
      return (await import('./packages/commands.ts')).runPackageCommand(command, config, log);
  }
};

/** Reads the arguments and the environment, and does what they ask for. */
export const runMain = async (): Promise<void> => {
  const command = readArguments();
  if (command.role === 'help') {
    process.stdout.write(help);
    return;
  }
  const config = readSettings();
  const log = createLog(config);
  if (isStart(command)) return runProcess(command, settingsOf(command, config), log);
  const said = await carryOut(command, config, log).catch((error: unknown) =>
    explainFailure(error, config, log, `millrace ${command.role} failed`),
  );
  process.stdout.write(`${said}\n`);
};
