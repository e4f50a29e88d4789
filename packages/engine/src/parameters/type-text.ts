import type { ParameterDefinition, WorkflowNode } from '@millrace/contract/data';
import { Scope } from '../expressions/scope-state.ts';
import { compileTemplate } from '../expressions/template.ts';
import { withDefaults } from './defaults.ts';
import { versionFor } from './version.ts';

/** What a definition and a description both have to say of parameters and versions. */
export interface TypeTextSource {
  readonly version?: number;
  readonly versions?: readonly number[];
  readonly parameters?: readonly ParameterDefinition[];
  readonly properties?: readonly ParameterDefinition[];
}

export type EvaluateTypeText = (
  text: string,
  type: TypeTextSource,
  node: Pick<WorkflowNode, 'name' | 'typeVersion' | 'parameters'>,
) => unknown;

/**
 * Evaluates a text of a node type (its ports, its subtitle) over a node's parameters. There is no run and no clock: it can read `$parameter` and
 * `$nodeVersion`. @throws ExpressionError
 */
export const evaluateTypeText: EvaluateTypeText = (text, type, node) => {
  const typeVersion = versionFor(type, node);
  const parameters = withDefaults(type.parameters ?? type.properties ?? [], node.parameters, typeVersion);
  const scope = new Scope({
    workflow: { id: null, name: '', active: false },
    execution: { id: '', mode: 'manual' },
    node: { name: node.name, typeVersion },
    runIndex: 0,
    inputs: [],
    source: [],
    timezone: 'UTC',
    now: () => 0,
    random: () => 0,
    hasNode: () => false,
    runsOf: () => [],
    outputLeadingHere: () => 0,
    leadsHere: () => false,
    parametersOf: () => parameters,
    contextOf: () => ({}),
  });
  return compileTemplate(text).evaluate(scope);
};
