import { NodeError } from '../node-api/errors.ts';
import type { FileServices } from '../node-api/files.ts';
import { createHttpResponse } from '../node-api/http-response.ts';

/** The pattern as an expression: of wildcards only `*`, within a name, and `**`. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replace(/[.+^$()|[\]\\]/g, '\\$&').replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}$`,
  );

/** Files of a machine that is none, in memory. Every path is open; paths are taken as they are written. */
export const createFakeDisk = (disk: Map<string, Uint8Array>, now: () => number): FileServices => {
  const find = (path: string): Uint8Array => {
    const bytes = disk.get(path);
    if (!bytes) throw new NodeError(`There is no file "${path}"`);
    return bytes;
  };
  return {
    list: async (pattern) => {
      const expression = toExpression(pattern);
      return [...disk.keys()].filter((path) => path === pattern || expression.test(path)).sort();
    },
    about: async (path) => {
      const bytes = disk.get(path);
      return bytes && { path, size: bytes.length, modifiedAt: now() };
    },
    async *read(path) {
      yield find(path);
    },
    write: async (path, content, { append = false } = {}) => {
      const bytes = await createHttpResponse({ status: 0, statusText: '', headers: {} }, content).bytes();
      const before = append ? disk.get(path) : undefined;
      disk.set(path, before ? new Uint8Array([...before, ...bytes]) : bytes);
    },
    resolve: async (path) => {
      find(path);
      return path;
    },
  };
};
