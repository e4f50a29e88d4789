import { ExpressionError } from '../errors.ts';
import { LazyObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { buildOnce } from './build.ts';

/** The workflow, the execution, the node, and what the instance gives to all of them. */

const workflow = ({ data }: Scope): LazyObject =>
  new LazyObject('$workflow', {
    id: () => data.workflow.id,
    name: () => data.workflow.name,
    active: () => data.workflow.active,
  });

const resumeUrl = ({ data }: Scope): string | undefined => data.execution.resumeUrl;

const execution = (scope: Scope): LazyObject =>
  new LazyObject('$execution', {
    id: () => scope.data.execution.id,
    mode: () => (scope.data.execution.mode === 'manual' ? 'test' : 'production'),
    resumeUrl: () => resumeUrl(scope),
  });

function environment({ data }: Scope): Readonly<Record<string, string>> {
  if (data.env) return data.env;
  throw new ExpressionError('reference', 'Access to environment variables is not allowed', {
    hint: 'The operator of this instance has closed $env. Use $vars or credentials.',
  });
}

const noVariables = Object.freeze({});

export const environmentVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$workflow', (scope) => buildOnce(scope, '$workflow', workflow)],
  ['$execution', (scope) => buildOnce(scope, '$execution', execution)],
  ['$executionId', ({ data }) => data.execution.id],
  ['$resumeWebhookUrl', resumeUrl],
  ['$mode', ({ data }) => data.execution.mode],
  ['$env', environment],
  ['$vars', ({ data }) => data.vars ?? noVariables],
  ['$runIndex', ({ data }) => data.runIndex],
  ['$parameter', ({ data }) => data.parametersOf(data.node.name)],
  ['$nodeVersion', ({ data }) => data.node.typeVersion],
  ['$nodeId', ({ data }) => data.node.id],
  ['$webhookId', ({ data }) => data.node.webhookId],
];
