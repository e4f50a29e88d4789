import { emailSchema, packageNameSchema, packageVersionSchema, personNameSchema } from '@millrace/contract';
import type { z } from 'zod';
import type { ProcessRole } from './processes/registry.ts';

/** Starts a process of the instance. */
export interface StartCommand {
  role: ProcessRole;
  /** Runs at a time; undefined: as the settings say. */
  concurrency?: number;
}

/** Changes which packages of nodes there are. */
export type PackageCommand =
  | { role: 'package:list' }
  | { role: 'package:install' | 'package:update'; name: string; version: string }
  | { role: 'package:remove'; name: string };

/** Lets people in without a mail server. */
export type UserCommand =
  | { role: 'user:list' }
  | { role: 'user:invite' | 'user:reset-password'; email: string }
  | { role: 'user:create-owner'; email: string; firstName: string; lastName: string };

export type Command =
  | StartCommand
  | { role: 'backup'; folder: string }
  | { role: 'restore'; folder: string; replace: boolean }
  | PackageCommand
  | UserCommand
  | { role: 'key:rotate' }
  | { role: 'help' };

/** The arguments ask for something that there is not. */
export class CommandLineError extends Error {
  override name = 'CommandLineError';
}

export const help = `Millrace: a visual editor and engine for workflow automation

  millrace [start]                 the editor, the webhooks and the runs in one process (SQLite or PostgreSQL)
  millrace web                     the editor and the webhooks; runs are executed by workers (PostgreSQL)
  millrace worker [--concurrency N]  executes runs, N production runs at a time (PostgreSQL)
  millrace backup FOLDER           copies the data folder as it is now, also while Millrace runs (SQLite)
  millrace restore FOLDER [--replace]  puts a backup into the data folder, while Millrace does not run (SQLite)

  millrace package:list            the installed packages of nodes, and what their code can reach
  millrace package:install NAME@VERSION  installs a package, also while Millrace runs (with MILLRACE_PACKAGES=true)
  millrace package:update NAME@VERSION   puts another version in its place
  millrace package:remove NAME     removes it

  millrace user:list               who can sign in, and who was invited to
  millrace user:invite EMAIL       a link by which someone can sign up, once
  millrace user:reset-password EMAIL  a link by which a user can choose another password, once
  millrace user:create-owner EMAIL FIRST-NAME LAST-NAME  sets up the owner, with a link to choose a password

  millrace key:rotate              encrypts all credentials with another key, also while Millrace runs

  --concurrency N   for start and worker; instead of MILLRACE_CONCURRENCY
  --replace         for restore; what the data folder holds is moved away first
  --help            this text

Everything else is set by environment variables, which docs/configuration.md lists.
`;

const mostRuns = 10_000;

const readConcurrency = (text: string | undefined): number => {
  const number = Number(text);
  if (text === undefined || !/^\d+$/.test(text) || number < 1 || number > mostRuns)
    throw new CommandLineError(`--concurrency needs a whole number from 1 to ${mostRuns}.`);
  return number;
};

const unknown = (argument: string): CommandLineError =>
  new CommandLineError(`The argument "${argument}" is not known. millrace --help lists those that are.`);

const readStart = (role: ProcessRole, args: readonly string[]): StartCommand => {
  const rest = [...args];
  const command: StartCommand = { role };
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const [name, value] = next.split('=', 2);
    if (name !== '--concurrency') throw unknown(next);
    if (role === 'web')
      throw new CommandLineError('millrace web executes no runs, so --concurrency has no place there.');
    command.concurrency = readConcurrency(value ?? rest.shift());
  }
  return command;
};

/** @returns the folder and which of the flags are there */
const readFolder = (role: string, args: readonly string[], flags: readonly string[]) => {
  const [folder, ...others] = args.filter((arg) => !flags.includes(arg));
  if (folder === undefined) throw new CommandLineError(`millrace ${role} needs the folder of the backup.`);
  if (folder.startsWith('-')) throw unknown(folder);
  if (others[0] !== undefined) throw unknown(others[0]);
  return { folder, given: args.filter((arg) => flags.includes(arg)) };
};

/** @returns `@scope/name` and `1.2.3` */
const readPackage = (role: string, args: readonly string[]): { name: string; version: string } => {
  const [wanted = '', ...others] = args;
  if (others[0] !== undefined) throw unknown(others[0]);
  const at = wanted.lastIndexOf('@');
  if (at <= 0)
    throw new CommandLineError(
      `millrace ${role} needs a package with its exact version, such as n8n-nodes-thing@1.2.3.`,
    );
  return {
    name: checked(packageNameSchema, wanted.slice(0, at)),
    version: checked(packageVersionSchema, wanted.slice(at + 1)),
  };
};

const readPackageName = (role: string, [wanted, ...others]: readonly string[]): string => {
  if (wanted === undefined) throw new CommandLineError(`millrace ${role} needs the name of a package.`);
  if (others[0] !== undefined) throw unknown(others[0]);
  return checked(packageNameSchema, wanted);
};

const checked = (schema: z.ZodType<string>, text: string): string => {
  const { success, data, error } = schema.safeParse(text);
  if (success) return data;
  throw new CommandLineError(`"${text}" ${error.issues[0]?.message}.`);
};

/** @param names of the arguments, for people */
const readAll = (role: string, args: readonly string[], names: readonly string[]): string[] => {
  if (args[names.length] !== undefined) throw unknown(args[names.length]!);
  if (args.length < names.length || args.some((arg) => arg.startsWith('-')))
    throw new CommandLineError(`millrace ${role} needs ${names.join(', ')}.`);
  return [...args];
};

const readUser = (role: UserCommand['role'], args: readonly string[]): UserCommand => {
  if (role === 'user:list') {
    readAll(role, args, []);
    return { role };
  }
  if (role === 'user:create-owner') {
    const names = ['the email address', 'the first name', 'the last name'];
    const [email = '', firstName = '', lastName = ''] = readAll(role, args, names);
    return {
      role,
      email: checked(emailSchema, email),
      firstName: checked(personNameSchema, firstName),
      lastName: checked(personNameSchema, lastName),
    };
  }
  const [email = ''] = readAll(role, args, ['an email address']);
  return { role, email: checked(emailSchema, email) };
};

/**
 * @param args without the program's own name
 * @throws CommandLineError
 */
export const readCommand = (args: readonly string[]): Command => {
  if (args.includes('--help') || args.includes('-h')) return { role: 'help' };
  const isNamed = args[0]?.startsWith('-') === false;
  const [role, rest] = isNamed ? [args[0], args.slice(1)] : ['start', args];
  switch (role) {
    case 'start':
    case 'web':
    case 'worker':
      return readStart(role, rest);
    case 'backup':
      return { role, folder: readFolder(role, rest, []).folder };
    case 'restore': {
      const { folder, given } = readFolder(role, rest, ['--replace']);
      return { role, folder, replace: given.length > 0 };
    }
    case 'key:rotate':
    case 'package:list':
      if (rest[0] !== undefined) throw unknown(rest[0]);
      return { role };
    case 'package:install':
    case 'package:update':
      return { role, ...readPackage(role, rest) };
    case 'package:remove':
      return { role, name: readPackageName(role, rest) };
    case 'user:list':
    case 'user:invite':
    case 'user:reset-password':
    case 'user:create-owner':
      return readUser(role, rest);
    default:
      throw new CommandLineError(`There is no command "${role}". millrace --help lists those that there are.`);
  }
};
