import { isObject, type WorkflowNode } from '@millrace/contract';
import type { Command, NodeKey, ParameterPath, ParameterValue } from '../types.ts';

/** Replaces all parameters of a node. */
export const setParameters =
  (key: NodeKey, values: NonNullable<WorkflowNode['parameters']>): Command =>
  (draft) => {
    const node = draft.nodes[key];
    if (node) node.data.parameters = values;
  };

/**
 * Sets one value deep in a node's parameters; undefined takes it away: from a list the entry, from an object the name. Objects and
 * lists that the path leads through are made where they are missing.
 */
export const setParameter =
  (key: NodeKey, path: ParameterPath, value: ParameterValue): Command =>
  (draft) => {
    const node = draft.nodes[key];
    if (!node || path.length === 0) return;
    const parameters = node.data.parameters ?? {};
    if (!reaches(parameters, path) && value === undefined) return;
    node.data.parameters ??= {};
    let place: Container = node.data.parameters;
    path.forEach((name, index) => {
      if (index === path.length - 1) put(place, name, value);
      else place = step(place, name, path[index + 1]);
    });
  };

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => Array.isArray(value) || isObject(value);

const read = (place: Container, name: string | number): unknown =>
  Object.hasOwn(place, name) ? (place as Record<string | number, unknown>)[name] : undefined;

const reaches = (root: Container, path: ParameterPath): boolean => {
  let value: unknown = root;
  for (const name of path) {
    if (!isContainer(value) || !Object.hasOwn(value, name)) return false;
    value = read(value, name);
  }
  return true;
};

const step = (place: Container, name: string | number, next: string | number | undefined): Container => {
  const inner = read(place, name);
  if (isContainer(inner)) return inner;
  put(place, name, typeof next === 'number' ? [] : {});
  return read(place, name) as Container;
};

/** Names come from node types and imports: defined as own properties, whatever they are. */
const put = (place: Container, name: string | number, value: unknown): void => {
  if (Array.isArray(place) && typeof name === 'number') {
    if (value === undefined) place.splice(name, 1);
    else place[name] = value;
  } else if (value === undefined) delete (place as Record<string, unknown>)[name];
  else (place as Record<string, unknown>)[name] = value;
};
