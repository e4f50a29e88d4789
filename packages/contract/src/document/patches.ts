import { isObject } from '../json.ts';
import type { WorkflowDocument } from './document.ts';

/*
 * Changes of a document, in the words of JSON Patch (RFC 6902): `add`, `replace` and `remove` at a JSON Pointer, such as
 * `/nodes/<id>/data/parameters/url`. So a change is as small as what it changes, and two that touch different places do not meet.
 */

export type DocumentPatch = { op: 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string };

/** What a revision has changed: patches of the document as the one before was stored. */
export interface WorkflowChange {
  revision: number;
  patches: DocumentPatch[];
}

/** Text of a JSON Pointer. */
export const pointer = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** What a JSON Pointer leads through. */
export const partsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A patch that does not fit the document. `index` tells which of them. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/**
 * The document after the patches; what they do not touch stays the same object.
 * @throws PatchError when a path leads nowhere
 */
export const withPatches = (document: WorkflowDocument, patches: readonly DocumentPatch[]): WorkflowDocument =>
  patches.reduce<unknown>((value, patch, index) => {
    try {
      return changed(value, partsOf(patch.path), patch);
    } catch (error) {
      throw new PatchError(index, (error as Error).message);
    }
  }, document) as WorkflowDocument;

const missing = (patch: DocumentPatch): Error => new Error(`there is nothing at ${patch.path}`);

const changed = (value: unknown, [part, ...deeper]: readonly string[], patch: DocumentPatch): unknown => {
  if (part === undefined) {
    if (patch.op === 'remove') throw new Error('the whole document cannot be removed');
    return patch.value;
  }
  if (Array.isArray(value)) return changedList(value, part, deeper, patch);
  if (!isObject(value)) throw missing(patch);
  const isThere = Object.hasOwn(value, part);
  if (!isThere && (deeper.length > 0 || patch.op !== 'add')) throw missing(patch);
  if (deeper.length > 0 || patch.op !== 'remove') return { ...value, [part]: changed(value[part], deeper, patch) };
  const { [part]: _, ...left } = value;
  return left;
};

const changedList = (list: readonly unknown[], part: string, deeper: readonly string[], patch: DocumentPatch) => {
  const index = part === '-' ? list.length : /^(0|[1-9]\d{0,9})$/.test(part) ? Number(part) : Number.NaN;
  const isAdded = patch.op === 'add' && deeper.length === 0;
  if (!(index < list.length || (isAdded && index === list.length))) throw missing(patch);
  if (isAdded) return list.toSpliced(index, 0, patch.value);
  if (patch.op === 'remove' && deeper.length === 0) return list.toSpliced(index, 1);
  return list.with(index, changed(list[index], deeper, patch));
};
