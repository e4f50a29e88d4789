import { isObject } from '../json.ts';
import { isSameJson } from '../same-json.ts';
import { inOrder, type NodeKey, type WorkflowDocument } from './document.ts';
import { fromFormat, toFormat } from './format.ts';
import { type DocumentPatch, partsOf, pointer } from './patches.ts';

type Ordered = { key: string; order: number };
type Path = readonly (string | number)[];

const placed = <T extends Ordered>(thing: T, order: number): T => (thing.order === order ? thing : { ...thing, order });

/** Things whose order counts from 0 again, as in a document that has just been read. */
const counted = <T extends Ordered>(things: Readonly<Record<string, T>>): Record<string, T> => {
  const list = inOrder(things);
  if (list.every(({ order }, index) => order === index)) return things as Record<string, T>;
  return Object.fromEntries(list.map((thing, order) => [thing.key, placed(thing, order)]));
};

/** The document as it is read from what is stored of it: orders count from 0. Patches of a revision are about this form of it. */
export const asStored = (document: WorkflowDocument): WorkflowDocument => fromFormat(toFormat(document));

/** Things with orders that fit those of `before`: what was there keeps its own, unless it was moved; what is new is put between. */
export const withOrdersOf = <T extends Ordered>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Record<string, T> => {
  const list = inOrder(after);
  const isKnown = ({ key }: T) => Object.hasOwn(before, key);
  const known = list.filter(isKnown).map(({ key }) => before[key]!.order);
  if (known.some((order, index) => index > 0 && order <= known[index - 1]!)) return counted(after);
  const result: [string, T][] = [];
  const put = (things: readonly T[], from: number, distance: number) => {
    for (const [index, thing] of things.entries()) {
      result.push([thing.key, placed(thing, from + distance * (index + 1))]);
    }
  };
  let from = -1;
  let added: T[] = [];
  for (const thing of list) {
    if (!isKnown(thing)) {
      added.push(thing);
      continue;
    }
    const { order } = before[thing.key]!;
    put(added, from, (order - from) / (added.length + 1));
    result.push([thing.key, placed(thing, order)]);
    from = order;
    added = [];
  }
  put(added, Math.max(from, inOrder(before).at(-1)?.order ?? -1), 1);
  return Object.fromEntries(result);
};

/** Patches do not change it: the state of triggers belongs to their runs. */
const ofRuns = 'staticData';

const restOf = ({ rest }: WorkflowDocument): Record<string, unknown> => {
  const { [ofRuns]: _, ...others } = rest;
  return others;
};

/**
 * The patches that lead from one document to another, each as small as what it changes.
 * @param before as it is stored: see `asStored`
 */
export const differenceOf = (before: WorkflowDocument, after: WorkflowDocument): DocumentPatch[] => {
  const stored = asStored(after);
  const patches: DocumentPatch[] = [];
  compare(patches, ['name'], before.name, stored.name);
  compare(patches, ['nodes'], before.nodes, withOrdersOf(before.nodes, stored.nodes));
  compare(patches, ['wires'], before.wires, withOrdersOf(before.wires, stored.wires));
  compare(patches, ['settings'], before.settings, stored.settings);
  compare(patches, ['pinData'], before.pinData, stored.pinData);
  compareByNode(patches, 'placeholders', before.placeholders, stored.placeholders);
  compare(patches, ['rest'], restOf(before), restOf(stored));
  return patches;
};

/** Whether somebody means what changes at a path: orders and empty outputs follow from the rest. */
export const isMeantChange = (path: string): boolean => {
  const [part, , field] = partsOf(path);
  return part !== 'placeholders' && !((part === 'nodes' || part === 'wires') && field === 'order');
};

const compareByNode = (
  patches: DocumentPatch[],
  part: string,
  before: Readonly<Record<NodeKey, unknown>>,
  after: Readonly<Record<NodeKey, unknown>>,
): void => {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!isSameJson(before[key], after[key])) patchMember(patches, [part, key], before[key], after[key]);
  }
};

const patchMember = (patches: DocumentPatch[], path: Path, before: unknown, after: unknown): void => {
  if (after === undefined) patches.push({ op: 'remove', path: pointer(path) });
  else patches.push({ op: before === undefined ? 'add' : 'replace', path: pointer(path), value: after });
};

const compare = (patches: DocumentPatch[], path: Path, before: unknown, after: unknown): void => {
  if (before === after) return;
  if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [was, is] = [member(before, name), member(after, name)];
      if (was !== undefined && is !== undefined) compare(patches, [...path, name], was, is);
      else if (was !== is) patchMember(patches, [...path, name], was, is);
    }
    return;
  }
  // Entries are told apart by their places, so a list that grew or shrank is one change.
  const isSameList =
    Array.isArray(before) && Array.isArray(after) && before.length === after.length && after.every(isObject);
  if (isSameList) {
    for (const [index, item] of before.entries()) compare(patches, [...path, index], item, after[index]);
  } else if (!isSameJson(before, after)) patchMember(patches, path, before, after);
};

const member = (value: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;
