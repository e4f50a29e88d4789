import { isObject, type ParameterDefinition, type ParameterType, type WorkflowNode } from '@millrace/contract/data';
import { isExpression } from '../expressions/is-expression.ts';
import { type CredentialIssue, type CredentialUser, credentialIssues, type KnownCredentials } from './credentials.ts';
import { withDefaults } from './defaults.ts';
import { createLookup, isDisplayed, isVisible, type Values } from './display.ts';
import { readNumber } from './numbers.ts';
import { validateFieldType, validatorOf } from './validators.ts';
import { versionFor } from './version.ts';

/** What is wrong with a node before it runs, as the canvas and the panel show it; most of it keeps a run from being started. */

export interface ParameterIssue {
  /** From the node's parameters: names, and indexes in lists. */
  readonly path: readonly (string | number)[];
  /** What the parameter is called in the panel. */
  readonly displayName: string;
  readonly message: string;
  /** The run may begin all the same: the node fails with this, for its items, as its settings say. */
  readonly isFailure?: true;
}

export interface NodeIssues {
  typeUnknown?: true;
  parameters?: ParameterIssue[];
  credentials?: CredentialIssue[];
}

/** What is said of a field that has to be filled in. */
export const requiredMessage = 'This field is required';

const isMissing = (value: unknown, type: ParameterType): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (type === 'number') return Number.isNaN(readNumber(value));
  if (type === 'resourceLocator' || type === 'workflowSelector' || type === 'icon') {
    return isObject(value) && isMissing(value.value, 'string');
  }
  if (type === 'resourceMapper') {
    return isObject(value) && value.mappingMode !== 'autoMapInputData' && isMissing(value.value, 'collection');
  }
  if (type === 'filter') return isObject(value) && Array.isArray(value.conditions) && value.conditions.length === 0;
  if (type === 'assignmentCollection') {
    return isObject(value) && Array.isArray(value.assignments) && value.assignments.length === 0;
  }
  if (Array.isArray(value)) return value.length === 0;
  return (type === 'collection' || type === 'fixedCollection') && isObject(value) && Object.keys(value).length === 0;
};

/**
 * Everything that is wrong with a node's parameters. Only shown parameters count; expressions are right until they are evaluated.
 * @param values as stored: defaults are filled in here
 */
export const parameterIssues = (
  definitions: readonly ParameterDefinition[],
  values: Values | undefined,
  typeVersion: number,
): ParameterIssue[] => {
  const root = withDefaults(definitions, values, typeVersion);
  const issues: ParameterIssue[] = [];

  const checkAll = (
    list: readonly ParameterDefinition[],
    beside: Values,
    path: ParameterIssue['path'],
    all: boolean,
  ) => {
    for (const definition of list) {
      const isSet = Object.hasOwn(beside, definition.name);
      if (!isSet && !all) continue;
      if (!isDisplayed(definition, beside, root, typeVersion)) continue;
      check(definition, isSet ? beside[definition.name] : undefined, beside, [...path, definition.name]);
    }
  };

  const check = (definition: ParameterDefinition, value: unknown, beside: Values, path: ParameterIssue['path']) => {
    if (isExpression(value)) return;
    const report = (message: string, isFailure = false) => {
      issues.push({ path, displayName: definition.displayName, message, ...(isFailure && { isFailure }) });
    };
    if (isMissing(value, definition.type)) {
      if (definition.required) report(requiredMessage);
      if (value === undefined || value === null || value === '') {
        if (definition.type !== 'options' || value === definition.default || definition.required) return;
      }
    }
    const lookup = createLookup(beside, root, typeVersion);
    const validate = validatorOf(definition.type);
    const messages = validate(value, definition as never, (option) => isVisible(option.displayOptions, lookup));
    for (const message of messages) report(message, definition.type === 'json');
    if (messages.length === 0) {
      const isFailure = definition.ignoreValidationDuringExecution === true || definition.type === 'json';
      for (const message of validateFieldType(value, definition)) report(message, isFailure);
    }
    if (messages.length === 0) checkInside(definition, value, path);
  };

  const checkInside = (definition: ParameterDefinition, value: unknown, path: ParameterIssue['path']) => {
    if (definition.type === 'collection') {
      eachEntry(value, path, (entry, at) => checkAll(definition.options, entry, at, false));
    } else if (definition.type === 'fixedCollection' && isObject(value)) {
      for (const group of definition.options) {
        if (!Object.hasOwn(value, group.name)) continue;
        eachEntry(value[group.name], [...path, group.name], (entry, at) => checkAll(group.values, entry, at, true));
      }
    }
  };

  checkAll(definitions, root, [], true);
  return issues;
};

const eachEntry = (
  value: unknown,
  path: ParameterIssue['path'],
  visit: (entry: Values, path: ParameterIssue['path']) => void,
): void => {
  if (isObject(value)) visit(value, path);
  if (!Array.isArray(value)) return;
  for (const [index, entry] of value.entries()) if (isObject(entry)) visit(entry, [...path, index]);
};

/**
 * The issues of a node, or undefined if it has none. Disabled nodes have none.
 * @param known those that may be used; nothing is said of credentials where it is left out
 */
export const nodeIssues = (
  node: Pick<WorkflowNode, 'disabled' | 'parameters' | 'typeVersion' | 'credentials'>,
  type: CredentialUser | undefined,
  known?: KnownCredentials,
): NodeIssues | undefined => {
  if (node.disabled) return undefined;
  if (!type) return { typeUnknown: true };
  const parameters = parameterIssues(type.parameters ?? type.properties ?? [], node.parameters, versionFor(type, node));
  return withoutEmpty({ parameters, credentials: known ? credentialIssues(node, type, known) : [] });
};

const withoutEmpty = ({ parameters = [], credentials = [] }: NodeIssues): NodeIssues | undefined =>
  parameters.length + credentials.length === 0
    ? undefined
    : { ...(parameters.length > 0 && { parameters }), ...(credentials.length > 0 && { credentials }) };

/** The issues with which no run begins. */
export const blockingIssues: typeof nodeIssues = (node, type, known) => {
  const issues = nodeIssues(node, type, known);
  if (!issues || issues.typeUnknown) return issues;
  return withoutEmpty({ ...issues, parameters: issues.parameters?.filter(({ isFailure }) => !isFailure) });
};

/**
 * A line for each issue: `URL: This field is required`.
 * @param say a message in the language of the reader
 */
export const issueLines = (issues: NodeIssues, say = (message: string): string => message): string[] => [
  ...(issues.typeUnknown ? [say('This node type is not known')] : []),
  ...(issues.parameters ?? []).map(({ displayName, message }) => `${displayName}: ${say(message)}`),
  ...(issues.credentials ?? []).map(({ message, hint }) =>
    hint ? `${say(message).replace(/[^.]$/, '$&.')} ${say(hint)}` : say(message),
  ),
];
