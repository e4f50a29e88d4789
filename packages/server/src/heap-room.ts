import { readFileSync } from 'node:fs';

/** What a server process wants of Node, which takes it at the start of a process alone. */
const wanted = (): string[] => JSON.parse(readFileSync(new URL('../node-arguments.json', import.meta.url), 'utf8'));

const nameOf = (argument: string): string => argument.split('=')[0] as string;

/** Arguments of Node that are missing; those that somebody has given another value stay as they are. */
export const missingArguments = (given: readonly string[], all: readonly string[] = wanted()): string[] => {
  const names = new Set(given.map(nameOf));
  return all.filter((argument) => !names.has(nameOf(argument)));
};

/** The allocator of glibc keeps an area for each thread, up to eight a core, of which each holds on to what was once taken from it. */
const wantedEnvironment = { MALLOC_ARENA_MAX: '2' };

/**
 * Goes on as the same process with the arguments and the environment that it should have been started with, however it was started: `npm start`, the command `millrace`,
 * a test, a service. Where the system cannot do that (Windows) it goes on without them, and takes more memory.
 */
export const takeHeapRoom = (): void => {
  const missing = missingArguments([...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)]);
  const lacksEnvironment = Object.keys(wantedEnvironment).some((name) => process.env[name] === undefined);
  if (
    (missing.length === 0 && !lacksEnvironment) ||
    process.platform === 'win32' ||
    typeof process.execve !== 'function'
  )
    return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...missing, ...process.argv.slice(1)], {
    ...wantedEnvironment,
    ...process.env,
  } as Record<string, string>);
};
