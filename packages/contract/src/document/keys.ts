import type { WorkflowNode } from '../workflow.ts';
import type { NodeKey, WireEnds, WireKey } from './document.ts';

/** Ids that are read as numbers would not keep their order as keys, and names of what every object has would be found where nothing is. */
const canBeKey = (id: string): boolean => id !== '' && !/^\d+$/.test(id) && !(id in Object.prototype);

/** Four numbers of 32 bits that depend on each character, written as an id is. Not for secrets. */
const idFrom = (text: string): string => {
  const parts = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f].map((start) => {
    let hash = start;
    for (let at = 0; at < text.length; at++)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995 ^ start) ^ (hash >>> 15);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0');
  });
  const hex = parts.join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/**
 * The keys of nodes, in their order: their ids. A node without one, or with one that another has as well, is known by what is made from its
 * name, so that the server and every editor call it the same without the workflow being changed.
 */
export const nodeKeys = (nodes: readonly Pick<WorkflowNode, 'id' | 'name'>[]): NodeKey[] => {
  const uses = new Map<string, number>();
  for (const { id } of nodes) if (id !== undefined) uses.set(id, (uses.get(id) ?? 0) + 1);
  const taken = new Set(
    nodes.flatMap(({ id }) => (id !== undefined && uses.get(id) === 1 && canBeKey(id) ? [id] : [])),
  );
  const made = (from: string): NodeKey => {
    let key = idFrom(from);
    while (taken.has(key)) key = idFrom(key);
    taken.add(key);
    return key;
  };
  return nodes.map(({ id, name }) => {
    if (id === undefined || uses.get(id) !== 1) return made(`name:${name}`);
    return canBeKey(id) ? id : made(`id:${id}`);
  });
};

/**
 * Nodes as they are written, so that they are known by the same keys when they are read: one that would not be, such as one without an id
 * that was given another name, gets its key as its id.
 */
export const withKeptKeys = (nodes: readonly { key: NodeKey; data: WorkflowNode }[]): WorkflowNode[] => {
  let written = nodes.map(({ data }) => data);
  // An id that is written may be one that others have, or that the key of another was made beside: so it is looked at again.
  for (let round = 0; round < nodes.length; round++) {
    const keys = nodeKeys(written);
    const lost = new Set(nodes.flatMap(({ key }, index) => (keys[index] === key ? [] : [key])));
    if (lost.size === 0) break;
    written = written.map((data, index) => {
      const { key } = nodes[index]!;
      const isInTheWay = data.id !== undefined && lost.has(data.id);
      return data.id !== key && (lost.has(key) || isInTheWay) ? { ...data, id: key } : data;
    });
  }
  return written;
};

const part = (text: string): string => text.replaceAll(/[%:>#]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** `node:main:0>other:main:1`: the same for the same ends, everywhere. */
export const wireKey = ({ source, sourceType, sourceIndex, target, targetType, targetIndex }: WireEnds): WireKey =>
  `${part(source)}:${part(sourceType)}:${sourceIndex}>${part(target)}:${part(targetType)}:${targetIndex}`;

/** The key of the same wire once more: a file may name it several times. */
export const repeatedWireKey = (key: WireKey, time: number): WireKey => (time === 0 ? key : `${key}#${time + 1}`);
