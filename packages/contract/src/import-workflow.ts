import type { z } from 'zod';
import type { RequestIssue } from './errors.ts';
import { connectedNames, type ImportedValue, importedKey } from './imported.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';
import { uniqueName } from './unique-name.ts';
import { check } from './validation/check.ts';
import {
  connectionTargetSchema,
  credentialReferenceSchema,
  type WorkflowGraph,
  workflowCreateSchema,
  workflowGraphSchema,
  workflowNodeSchema,
  workflowSettingsSchema,
} from './workflow.ts';

/**
 * Reads workflows that others have made. What does not matter for loading one is read tolerantly: a value of the wrong type becomes the right one if
 * it says what is meant, else it is left out. Of nodes of one name the later ones get another: wires, which know nodes by their names, stay with the
 * first. What it was is kept for export (`imported.ts`). What a node is and does must be right: its type, version, place, parameters and wires.
 */

/** One value that was not taken as it is. */
export interface ImportNote extends ImportedValue {
  /** From the workflow: `nodes`, 3, `typeVersion`. */
  path: (string | number)[];
}

/** What a value means that is not of the type it should be; undefined: nothing. */
type Read = (value: unknown) => unknown;
type Readers = Readonly<Record<string, Read>>;
type Shape = Readonly<Record<string, z.ZodType>>;

const number: Read = (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined);
const flag: Read = (value) =>
  value === 'true' || value === 1 ? true : value === 'false' || value === 0 ? false : undefined;
const text: Read = (value) => (typeof value === 'number' ? String(value) : undefined);
const emptyObject: Read = (value) => (Array.isArray(value) && value.length === 0 ? {} : undefined);
/** The id of a workflow, as it is or as a choice in a list. */
const workflowId: Read = (value) => {
  const id = isObject(value) ? (value.value ?? value.id) : value;
  return typeof id === 'string' ? id : text(id);
};
const settingsText: Read = (value) => {
  try {
    const settings: unknown = typeof value === 'string' ? JSON.parse(value) : undefined;
    if (!isObject(settings)) return undefined;
    const { [importedKey]: _, ...read } = readSettings(settings, { notes: [] });
    return read;
  } catch {
    return undefined;
  }
};
const namedCredentials: Read = (value) => {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter(([, reference]) => credentialReferenceSchema.safeParse(reference).success),
  );
};

/** A place that is none, or too far away, is the nearest that there is. */
const position: Read = (value) => {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const read = value.map((each) => (typeof each === 'number' ? each : number(each)));
  if (!read.every((each) => typeof each === 'number' && !Number.isNaN(each))) return undefined;
  return read.map((each) => Math.min(limits.positionMax, Math.max(-limits.positionMax, each as number)));
};

const nodeReaders: Readers = {
  id: text,
  position,
  typeVersion: number,
  parameters: emptyObject,
  credentials: namedCredentials,
  disabled: flag,
  color: text,
  notesInFlow: flag,
  alwaysOutputData: flag,
  executeOnce: flag,
  continueOnFail: flag,
  retryOnFail: flag,
  maxTries: number,
  waitBetweenTries: number,
};
const settingsReaders: Readers = {
  errorWorkflow: workflowId,
  saveManualExecutions: flag,
  saveExecutionProgress: flag,
  executionTimeout: number,
  maxExecutionTimeout: number,
  repeatInterrupted: flag,
};
const targetReaders: Readers = { index: (value) => (value === undefined || value === null ? 0 : number(value)) };
const graphReaders: Readers = {
  settings: settingsText,
  pinData: emptyObject,
  staticData: emptyObject,
  meta: emptyObject,
};

/** What the workflow cannot be read without; anything else is left out where it says nothing. */
const needed = new Set([
  'name',
  'type',
  'typeVersion',
  'position',
  'parameters',
  'node',
  'index',
  'nodes',
  'connections',
]);

interface Reading {
  notes: ImportNote[];
}

/** The object with the fields of the shape as they can be read. A field that the schema takes stays as it is. */
const readFields = (
  object: Record<string, unknown>,
  shape: Shape,
  readers: Readers,
  path: ImportNote['path'],
  { notes }: Reading,
): Record<string, unknown> => {
  const result: Record<string, unknown> = { ...object };
  const imported: Record<string, ImportedValue> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const isThere = Object.hasOwn(object, key);
    const was = isThere ? object[key] : undefined;
    if (schema.safeParse(was).success) continue;
    const readAs = readers[key]?.(was);
    const isRead = readAs !== undefined && schema.safeParse(readAs).success;
    if (!isRead && needed.has(key) && !(key === 'parameters' && was === null)) continue;
    if (isRead) result[key] = readAs;
    else delete result[key];
    imported[key] = { ...(isThere && { was }), ...(isRead && { readAs }) };
    notes.push({ path: [...path, key], ...imported[key] });
  }
  return Object.keys(imported).length === 0 ? object : withImported(result, imported);
};

const withImported = (object: Record<string, unknown>, imported: Record<string, ImportedValue>) => {
  const earlier = object[importedKey];
  return { ...object, [importedKey]: { ...(isObject(earlier) && earlier), ...imported } };
};

const readTargets = (connections: unknown, reading: Reading): unknown => {
  if (!isObject(connections)) return connections;
  const each = (value: unknown, path: ImportNote['path'], depth: number): unknown => {
    // Source name, type of connection, output, target.
    if (depth === 4) {
      return isObject(value) ? readFields(value, connectionTargetSchema.shape, targetReaders, path, reading) : value;
    }
    if (depth < 2) {
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, [...path, key], depth + 1)]));
    }
    return Array.isArray(value) ? value.map((one, index) => each(one, [...path, index], depth + 1)) : value;
  };
  return each(connections, ['connections'], 0);
};

const readNode = (node: unknown, index: number, reading: Reading): unknown =>
  isObject(node) ? readFields(node, workflowNodeSchema.shape, nodeReaders, ['nodes', index], reading) : node;

/** Every name that a node must not get, since something is known by it. */
const takenNames = (nodes: readonly unknown[], { connections, pinData }: Record<string, unknown>): Set<string> =>
  new Set([
    ...nodes.flatMap((node) => (isObject(node) && typeof node.name === 'string' ? node.name : [])),
    ...connectedNames(connections),
    ...(isObject(pinData) ? Object.keys(pinData) : []),
  ]);

/** The nodes with names of their own. */
const readNames = (nodes: readonly unknown[], workflow: Record<string, unknown>, { notes }: Reading): unknown[] => {
  const seen = new Set<unknown>();
  const taken = takenNames(nodes, workflow);
  /** By the name that came in, the last one that was given for it: many notes have the same. */
  const last = new Map<string, string>();
  return nodes.map((node, index) => {
    if (!isObject(node) || typeof node.name !== 'string' || node.name === '') return node;
    const was = node.name;
    if (!seen.has(was)) {
      seen.add(was);
      return node;
    }
    const name = uniqueName(last.get(was) ?? was, taken);
    taken.add(name);
    last.set(was, name);
    notes.push({ path: ['nodes', index, 'name'], was, readAs: name });
    return withImported({ ...node, name }, { name: { was, readAs: name } });
  });
};

const readNodes = (workflow: Record<string, unknown>, reading: Reading): unknown => {
  const { nodes } = workflow;
  if (!Array.isArray(nodes)) return nodes;
  return readNames(nodes, workflow, reading).map((node, index) => readNode(node, index, reading));
};

const readSettings = (settings: Record<string, unknown>, reading: Reading): Record<string, unknown> =>
  readFields(settings, workflowSettingsSchema.shape, settingsReaders, ['settings'], reading);

const readGraph = (workflow: Record<string, unknown>, reading: Reading): Record<string, unknown> => {
  const { settings, connections } = workflow;
  const parts = {
    ...workflow,
    nodes: readNodes(workflow, reading),
    connections: readTargets(connections, reading),
    ...(isObject(settings) && { settings: readSettings(settings, reading) }),
  };
  return readFields(parts, workflowGraphSchema.shape, graphReaders, [], reading);
};

/** Tags of elsewhere: there are none here that they could be. */
const withoutTags = (workflow: unknown, { notes }: Reading): unknown => {
  if (!isObject(workflow) || !Array.isArray(workflow.tags) || workflow.tags.length === 0) return workflow;
  const { tags: was, ...rest } = workflow;
  notes.push({ path: ['tags'], was });
  return withImported(rest, { tags: { was } });
};

export type WorkflowReading =
  | { success: true; workflow: WorkflowGraph; notes: ImportNote[] }
  | { success: false; issues: RequestIssue[] };

/** A workflow in the public format, from wherever it comes. */
export const readWorkflow = (value: unknown): WorkflowReading => {
  const reading: Reading = { notes: [] };
  const given = withoutTags(value, reading);
  const strict = workflowGraphSchema.safeParse(given);
  if (strict.success) return { success: true, workflow: strict.data, notes: reading.notes };
  const read = check(workflowGraphSchema, isObject(given) ? readGraph(given, reading) : given);
  if (!read.success) return read;
  return { success: true, workflow: read.data, notes: reading.notes };
};

/**
 * The body of a call that stores a new workflow, which may come from elsewhere: what the schema would refuse is read as an import reads it. What
 * cannot be read is still there, for the schema to say what is wrong with it.
 */
export const readNewWorkflow = (body: unknown): unknown => {
  if (!isObject(body) || workflowCreateSchema.safeParse(body).success) return body;
  const read = readGraph(body, { notes: [] });
  // Not of the graph: the instance decides these, so nothing of them is kept.
  for (const key of ['active', 'tags']) if (read[key] === null) delete read[key];
  return read;
};
