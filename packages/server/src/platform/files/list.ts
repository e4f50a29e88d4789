import { glob, stat } from 'node:fs/promises';
import path from 'node:path';
import { NodeError } from '@millrace/engine/node-api';
import { isMissing, shown } from './failure.ts';
import type { Opener } from './open-checked.ts';
import type { FilePolicy } from './policy.ts';
import { unfinishedPrefix } from './write.ts';

const wildcards = /[*?[\]{}]/;
const longestPattern = 4096;
const mostFiles = 100_000;

/** The folder that a pattern begins at, and the rest of it. */
const split = (pattern: string): { from: string; rest: string } => {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => wildcards.test(part));
  const index = first === -1 ? parts.length - 1 : first;
  const from = parts.slice(0, index).join('/');
  return { from: index === 0 ? '.' : from === '' ? '/' : from, rest: parts.slice(index).join('/') };
};

/** Ordinary files that a pattern names. @throws NodeError */
export const listFiles = async (
  given: string,
  { policy, opener, signal }: { policy: FilePolicy; opener: Opener; signal: AbortSignal },
): Promise<string[]> => {
  if (given.length > longestPattern) throw new NodeError('The pattern is too long');
  const pattern = path.sep === '/' ? given : given.replaceAll('\\', '/');
  const { from, rest } = split(pattern);
  // Parentheses are characters like others, as the public node has it.
  const below = rest.replace(/[()]/g, '[$&]');
  if (below.split('/').includes('..'))
    throw new NodeError(`The pattern ${shown(given)} leads upwards behind a wildcard`);

  /** Whether it is a file that nodes may read. */
  const isOpen = async (place: string): Promise<boolean> => {
    try {
      const facts = await stat(await opener.real(place));
      if (!facts.isFile()) return false;
      // It may be another name of a closed one.
      await policy.assertNotClosed(facts, place);
      return true;
    } catch (error) {
      if (error instanceof NodeError || isMissing(error)) return false;
      throw error;
    }
  };

  const exact = policy.place(pattern);
  if (await isOpen(exact)) return [exact];
  if (!wildcards.test(pattern)) {
    // Says why: it is closed, a folder, or too long; what is not there is no failure here.
    await opener.real(exact).catch((error: unknown) => {
      if (!(error instanceof NodeError && isMissing(error.cause))) throw error;
    });
    return [];
  }
  const base = policy.place(from);
  const files: string[] = [];
  const exclude = (name: string): boolean => {
    signal.throwIfAborted();
    return policy.isClosed(path.resolve(base, name));
  };
  for await (const name of glob(below, { cwd: base, exclude })) {
    signal.throwIfAborted();
    const place = path.join(base, name);
    if (path.basename(name).startsWith(unfinishedPrefix) || !(await isOpen(place))) continue;
    files.push(place);
    if (files.length > mostFiles) throw new NodeError(`The pattern ${shown(given)} names more than ${mostFiles} files`);
  }
  return files.sort();
};
