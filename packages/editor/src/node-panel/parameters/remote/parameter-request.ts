import { isObject, type Json, type JsonObject, type WorkflowNode } from '@millrace/contract';
import { createLookup, credentialReference, credentialUses, isDisplayed } from '@millrace/engine';
import { use, useRef } from 'react';
import { t } from '../../../messages/panel.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import type { Evaluate } from '../../expression/evaluation.ts';
import { isExpressionValue, storeFixedText } from '../../expression/expression-text.ts';
import { useOpenedNode, usePanel } from '../../panel-context.ts';
import { ContainerContext } from '../container-context.ts';

/** What the server is told of a node when it is asked for choices: the node as it is on screen, saved or not. */
export interface ParameterRequest {
  nodeTypeAndVersion: { name: string; version: number };
  path: string;
  currentNodeParameters: Record<string, Json>;
  credentials?: Record<string, { id: string | null; name: string }>;
  workflowId?: string;
}

/** Which credentials the node has: older workflows know them by their names alone. */
const named = (credentials: NonNullable<WorkflowNode['credentials']>): ParameterRequest['credentials'] =>
  Object.fromEntries(Object.entries(credentials).map(([type, held]) => [type, credentialReference(held)]));

/** As the API names a place: `parameters.rules.values[0].sheet`. */
export const pathText = (path: ParameterPath): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`), 'parameters');

/** A value that was not chosen yet; of a thing of a service, that its id was not. */
const isNothing = (value: unknown): boolean => {
  const chosen = isObject(value) && '__rl' in value ? value.value : value;
  return chosen === '' || chosen === null || chosen === undefined;
};

const resultOf = (text: string, evaluate: Evaluate): Promise<Json> =>
  new Promise((resolve) => {
    evaluate(text, (result) => {
      if (result.kind === 'pending') return;
      if (result.kind !== 'value' || result.value === undefined) return resolve(text);
      // What data says is never an expression, whatever it looks like.
      resolve(typeof result.value === 'string' ? storeFixedText(result.value) : result.value);
    });
  });

/** Expressions become what they give for the item on screen; those that give nothing stay as they are. */
const evaluated = async (value: Json | undefined, evaluate: Evaluate): Promise<Json | undefined> => {
  if (isExpressionValue(value)) return resultOf(value, evaluate);
  if (Array.isArray(value)) return Promise.all(value.map(async (entry) => (await evaluated(entry, evaluate)) ?? null));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, entry]) => [name, await evaluated(entry, evaluate)] as const);
  return Object.fromEntries(await Promise.all(entries));
};

/**
 * @param dependsOn names of parameters; when one of them changes, what was answered counts no longer
 * @returns the key under which an answer counts, the request as of the moment when it is made, and what has to be chosen before the service is asked at all
 */
export const useParameterRequest = (path: ParameterPath, dependsOn: readonly string[] = []) => {
  const { description, typeVersion, evaluate, workflowId } = usePanel();
  const opened = useOpenedNode();
  const { values } = use(ContainerContext);
  const lookup = createLookup(values, opened.values, typeVersion);
  const dependencies = dependsOn.map((name) => lookup(name) ?? lookup(`/${name}`) ?? null);
  const { credentials = {} } = opened.node;
  const needsCredentials = credentialUses(opened.node, description).some(
    ({ name, required }) => required && !Object.hasOwn(credentials, name),
  );
  const first = description.properties?.find(
    (one) =>
      one.required &&
      dependsOn.some((other) => other.replace(/^\/|\..*$/g, '') === one.name) &&
      isDisplayed(one, opened.values, opened.values, typeVersion) &&
      isNothing(opened.values[one.name]),
  );
  const waitsFor = needsCredentials
    ? t('panel.remote.credentials')
    : first && t('panel.remote.parameter', { name: first.displayName });
  const present = useRef(opened);
  present.current = opened;
  const latest = useRef(evaluate);
  latest.current = evaluate;

  const request = async (): Promise<ParameterRequest> => {
    const { parameters = {}, credentials } = present.current.node;
    return {
      nodeTypeAndVersion: { name: description.name, version: typeVersion },
      path: pathText(path),
      currentNodeParameters: (await evaluated(parameters as JsonObject, latest.current)) as Record<string, Json>,
      ...(credentials && { credentials: named(credentials) }),
      ...(workflowId !== null && { workflowId }),
    };
  };
  return { key: [description.name, typeVersion, pathText(path), dependencies, credentials], request, waitsFor };
};
