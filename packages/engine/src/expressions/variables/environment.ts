import { ExpressionError } from '../errors.ts';
import { LazyObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { buildOnce } from './build.ts';

/** The workflow, the node, and what the instance gives to all of them. */

const workflow = ({ data }: Scope): LazyObject =>
  new LazyObject('$workflow', {
    id: () => data.workflow.id,
    name: () => data.workflow.name,
    active: () => data.workflow.active,
  });

function environment({ data }: Scope): Readonly<Record<string, string>> {
  if (data.env) return data.env;
  throw new ExpressionError('reference', 'Access to environment variables is not allowed', {
    hint: 'Whoever operates the instance can open variables by name with MILLRACE_ENV_ACCESS. Use $vars or credentials otherwise.',
  });
}

function secrets({ data }: Scope): Readonly<Record<string, unknown>> {
  if (data.secrets) return data.secrets;
  throw new ExpressionError('reference', '$secrets can be used in the fields of credentials only', {
    hint: 'Make a credential whose field reads the secret, and choose that credential in the node.',
  });
}

const noVariables = Object.freeze({});

export const environmentVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$workflow', (scope) => buildOnce(scope, '$workflow', workflow)],
  ['$env', environment],
  ['$secrets', secrets],
  ['$vars', ({ data }) => data.vars ?? noVariables],
  ['$runIndex', ({ data }) => data.runIndex],
  ['$parameter', ({ data }) => data.parametersOf(data.node.name)],
  ['$rawParameter', ({ data }) => data.rawParameters ?? data.parametersOf(data.node.name)],
  ['$nodeVersion', ({ data }) => data.node.typeVersion],
  ['$nodeId', ({ data }) => data.node.id],
  ['$webhookId', ({ data }) => data.node.webhookId],
];
