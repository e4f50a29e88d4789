import type { BinaryData, Item } from '@millrace/contract/data';
import { type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { findFile } from '../http/find-file.ts';

type Host = Pick<ExecuteContext, 'files' | 'binary'>;

/** The last part of a path, and what is before it. */
const splitPath = (path: string): { directory: string; fileName: string } => {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { directory: path.slice(0, at) || '/', fileName: path.slice(at + 1) };
};

/** Stores a file of the machine as one of the execution. @throws NodeError */
export const takeFile = async ({ files, binary }: Host, path: string): Promise<BinaryData> => {
  const { directory, fileName } = splitPath(path);
  return { ...(await binary.write(files.read(path), { fileName })), directory };
};

/** @throws NodeError where there is none by this very path */
export const takeNamedFile = async (host: Host, path: string, itemIndex: number): Promise<BinaryData> => {
  const facts = await host.files.about(path);
  if (!facts) throw new NodeError(`There is no file "${path}"`, { itemIndex });
  return takeFile(host, facts.path);
};

/** Writes a file of an item to the machine. @throws NodeError */
export const writeItemFile = async (
  { files, binary }: Host,
  item: Item,
  itemIndex: number,
  { path, property, append }: { path: string; property: string; append: boolean },
): Promise<Item> => {
  if (path.trim() === '') throw new NodeError('The file has no path', { itemIndex });
  const file = findFile(item, property, itemIndex);
  await files.write(path, binary.open(file), { append });
  return { ...item, json: { ...item.json, fileName: path } };
};
