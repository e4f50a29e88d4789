import type { ProcessRole } from './processes/processes.ts';

export interface Command {
  role: ProcessRole;
  /** Runs at a time; undefined: as the settings say. */
  concurrency?: number;
}

/** The arguments ask for something that there is not. */
export class CommandLineError extends Error {
  override name = 'CommandLineError';
}

export const help = `Millrace: a visual editor and engine for workflow automation

  millrace [start]                 the editor, the webhooks and the runs in one process (SQLite or PostgreSQL)
  millrace web                     the editor and the webhooks; runs are executed by workers (PostgreSQL)
  millrace worker [--concurrency N]  executes runs, N production runs at a time (PostgreSQL)

  --concurrency N   for start and worker; instead of MILLRACE_CONCURRENCY
  --help            this text

Everything else is set by environment variables, which docs/configuration.md lists.
`;

const roles: readonly string[] = ['start', 'web', 'worker'] satisfies ProcessRole[];
const mostRuns = 10_000;

const readConcurrency = (text: string | undefined): number => {
  const number = Number(text);
  if (text === undefined || !/^\d+$/.test(text) || number < 1 || number > mostRuns)
    throw new CommandLineError(`--concurrency needs a whole number from 1 to ${mostRuns}.`);
  return number;
};

/**
 * @param args without the program's own name
 * @returns 'help' where that is asked for
 * @throws CommandLineError
 */
export const readCommand = (args: readonly string[]): Command | 'help' => {
  if (args.includes('--help') || args.includes('-h')) return 'help';
  const rest = [...args];
  const role = rest[0]?.startsWith('-') === false ? rest.shift() : 'start';
  if (role === undefined || !roles.includes(role))
    throw new CommandLineError(`There is no command "${role}". millrace --help lists those that there are.`);
  const command: Command = { role: role as ProcessRole };
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const [name, value] = next.split('=', 2);
    if (name !== '--concurrency')
      throw new CommandLineError(`The argument "${next}" is not known. millrace --help lists those that are.`);
    if (role === 'web')
      throw new CommandLineError('millrace web executes no runs, so --concurrency has no place there.');
    command.concurrency = readConcurrency(value ?? rest.shift());
  }
  return command;
};
