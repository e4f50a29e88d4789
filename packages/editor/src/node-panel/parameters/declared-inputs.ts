import { isObject, type Json, type WorkflowGraph } from '@millrace/contract';

/** What a workflow takes when another one calls it, as its trigger for such calls declares it. */

type InputType = 'string' | 'number' | 'boolean' | 'array' | 'object';

export interface DeclaredInput {
  name: string;
  /** Missing: any. */
  type?: InputType;
}

const callTriggers = ['core.executeWorkflowTrigger', 'n8n-nodes-base.executeWorkflowTrigger'];
const types: readonly string[] = ['string', 'number', 'boolean', 'array', 'object'] satisfies InputType[];

/** Undefined if it cannot be called or takes whatever comes. */
export const declaredInputs = ({ nodes }: Pick<WorkflowGraph, 'nodes'>): DeclaredInput[] | undefined => {
  const trigger = nodes.find(({ type, disabled }) => callTriggers.includes(type) && !disabled);
  if (!trigger || (trigger.typeVersion ?? 1) < 1.1) return undefined;
  const { inputSource = 'workflowInputs', workflowInputs, jsonExample } = trigger.parameters ?? {};
  if (inputSource === 'passthrough') return undefined;
  const inputs = inputSource === 'jsonExample' ? fromExample(jsonExample) : fromFields(workflowInputs);
  return inputs.length > 0 ? inputs : undefined;
};

const fromFields = (fields: unknown): DeclaredInput[] => {
  const values = isObject(fields) && Array.isArray(fields.values) ? fields.values : [];
  return values.filter(isObject).flatMap(({ name, type = 'string' }) => {
    if (typeof name !== 'string' || name.trim() === '') return [];
    return [withType(name.trim(), type)];
  });
};

const fromExample = (example: unknown): DeclaredInput[] => {
  let value = example;
  try {
    if (typeof example === 'string') value = JSON.parse(example);
  } catch {
    return [];
  }
  return isObject(value) ? Object.entries(value).map(([name, sample]) => withType(name, typeOf(sample as Json))) : [];
};

const typeOf = (sample: Json): string => (Array.isArray(sample) ? 'array' : sample === null ? 'any' : typeof sample);

const withType = (name: string, type: unknown): DeclaredInput =>
  typeof type === 'string' && types.includes(type) ? { name, type: type as InputType } : { name };
