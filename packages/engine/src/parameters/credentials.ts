import type { NodeCredentialUse, ParameterDefinition, WorkflowNode } from '@millrace/contract/data';
import { isExpression } from '../expressions/is-expression.ts';
import { withDefaults } from './defaults.ts';
import { isDisplayed } from './display.ts';
import { versionFor } from './version.ts';

/** Which credentials a node needs as it is set up, and what is wrong with those that it names. */

/** What a definition and a description of a node type both have, as far as this goes. */
export interface CredentialUser {
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly version?: number;
  readonly versions?: readonly number[];
  readonly parameters?: readonly ParameterDefinition[];
  readonly properties?: readonly ParameterDefinition[];
  readonly credentials?: readonly NodeCredentialUse[];
}

/** A stored credential that may be used, without what it holds. */
export interface KnownCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** The node types that may use it. */
  readonly nodesAccess: readonly { readonly nodeType: string }[];
}

export interface KnownCredentials {
  ofType(type: string): readonly KnownCredential[];
  /** What people call the type. */
  titleOf(type: string): string;
  /** There are others, which the workflow may use and the person may not see: what is not known by its id is nothing wrong then. */
  readonly hasOthers?: boolean;
}

export interface CredentialIssue {
  /** Name of the credential type. */
  readonly type: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** Those that its type lists and its parameters ask for, and those that a parameter names by their type. */
export const credentialUses = (
  node: Pick<WorkflowNode, 'parameters' | 'typeVersion'>,
  type: CredentialUser,
): NodeCredentialUse[] => {
  const version = versionFor(type, node);
  const definitions = type.parameters ?? type.properties ?? [];
  const values = withDefaults(definitions, node.parameters, version);
  const isShown = (one: Pick<ParameterDefinition, 'displayOptions'>) => isDisplayed(one, values, values, version);
  const listed = (type.credentials ?? []).filter(isShown);
  const named = definitions.flatMap((definition): NodeCredentialUse[] => {
    const value = values[definition.name];
    if (definition.type !== 'credentialsSelect' || typeof value !== 'string' || value === '') return [];
    if (isExpression(value) || !isShown(definition) || listed.some(({ name }) => name === value)) return [];
    return [{ name: value, required: true }];
  });
  return [...listed, ...named];
};

/** A node may hold the name alone, as older workflows do. */
export const credentialReference = (
  held: NonNullable<WorkflowNode['credentials']>[string],
): { id: string | null; name: string } =>
  typeof held === 'string' ? { id: null, name: held } : { id: held.id ?? null, name: held.name };

/** Whether nodes of a type may use a credential. */
export const allowsNode = ({ nodesAccess }: KnownCredential, { name, aliases = [] }: CredentialUser): boolean =>
  name === undefined || nodesAccess.some(({ nodeType }) => nodeType === name || aliases.includes(nodeType));

/** The credential that a node holds; undefined where there is none, or none that is clearly meant. */
export const findCredential = <Known extends Pick<KnownCredential, 'id' | 'name'>>(
  held: NonNullable<WorkflowNode['credentials']>[string],
  ofType: readonly Known[],
): Known | undefined => {
  const { id, name } = credentialReference(held);
  if (id !== null) return ofType.find((one) => one.id === id);
  const named = ofType.filter((one) => one.name === name);
  return named.length === 1 ? named[0] : undefined;
};

const issueOf = (
  { name: type, required }: NodeCredentialUse,
  node: Pick<WorkflowNode, 'credentials'>,
  nodeType: CredentialUser,
  known: KnownCredentials,
): CredentialIssue | undefined => {
  const title = known.titleOf(type);
  const held = node.credentials && Object.hasOwn(node.credentials, type) ? node.credentials[type] : undefined;
  if (held === undefined) return required ? { type, message: `Credentials for "${title}" are not set.` } : undefined;
  const ofType = known.ofType(type);
  const found = findCredential(held, ofType);
  if (found) {
    if (allowsNode(found, nodeType)) return undefined;
    const hint = 'Allow it in the details of the credentials, or choose others.';
    return { type, message: `Credentials with name "${found.name}" may not be used by this type of node.`, hint };
  }
  const { id, name } = credentialReference(held);
  if (id !== null && known.hasOthers) return undefined;
  const named = ofType.filter((one) => one.name === name);
  if (named.length > 0) {
    return {
      type,
      message: `Credentials with name "${name}" exist for "${title}"`,
      hint: 'Credentials are not clearly identified. Please select the correct credentials.',
    };
  }
  return {
    type,
    message: `Credentials with name "${name}" do not exist for "${title}".`,
    hint: 'Create credentials with exactly this name, or select others.',
  };
};

/** What is wrong with the credentials that a node names or lacks. */
export const credentialIssues = (
  node: Pick<WorkflowNode, 'parameters' | 'typeVersion' | 'credentials'>,
  type: CredentialUser,
  known: KnownCredentials,
): CredentialIssue[] => credentialUses(node, type).flatMap((use) => issueOf(use, node, type, known) ?? []);
