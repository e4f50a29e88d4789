import { hostSettingNames } from '@millrace/contract';
import { isObject } from '@millrace/contract/data';
import { compileTemplate, createScope, isExpression } from '@millrace/engine/expressions';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import type { CredentialType, ResolvedCredential } from './types.ts';

/** What a credential's fields hold, and what the texts of its type say of them. Expressions here see the credential and nothing else. */

/** Where a sign-in leaves its tokens, under the names that OAuth gives them. */
export const tokenField = 'oauthTokenData';

type Evaluable = Pick<ResolvedCredential, 'name' | 'data'> & { definition: Pick<CredentialType, 'properties'> };

const scopeOf = (variables: Record<string, unknown>) => {
  const scope = createScope({
    workflow: { id: null, name: '', active: false },
    execution: { id: '', mode: 'internal' },
    node: { name: '', typeVersion: 1 },
    runIndex: 0,
    inputs: [],
    source: [],
    timezone: 'UTC',
    now: Date.now,
    random: Math.random,
    hasNode: () => false,
    runsOf: () => [],
    outputLeadingHere: () => 0,
    leadsHere: () => false,
    parametersOf: () => ({}),
    contextOf: () => ({}),
  });
  scope.variables = variables;
  return scope;
};

/** What went wrong may quote a secret, so it is not told. */
const failed = (what: string, { name }: Evaluable): NodeError =>
  new NodeError(`${what} of the credentials "${name}" could not be evaluated`, {
    description: 'Look at the expressions and at the JSON in the fields of the credentials.',
  });

const evaluate = (text: string, variables: Record<string, unknown>, what: string, credential: Evaluable): unknown => {
  if (!isExpression(text)) return text;
  try {
    return compileTemplate(text).evaluate(scopeOf(variables));
  } catch {
    throw failed(what, credential);
  }
};

/**
 * The values of the fields: defaults filled in, expressions over `$self` (what is evaluated so far, fixed values first) evaluated. What the type does not
 * name, such as tokens, is kept as it is.
 *
 * @throws NodeError that names the field
 */
export const evaluateFields = (credential: Evaluable): CredentialData => {
  const { properties } = credential.definition;
  const values: Record<string, unknown> = { ...credential.data };
  for (const { name, type, default: initial } of properties)
    if (type !== 'notice' && values[name] === undefined) values[name] = initial;
  const self = Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== 'string' || !isExpression(value)),
  );
  for (const { name, displayName } of properties) {
    const value = values[name];
    if (typeof value !== 'string' || !isExpression(value) || Object.hasOwn(self, name)) continue;
    self[name] = evaluate(value, { $self: self, $credentials: self }, `The field "${displayName}"`, credential);
  }
  return self as CredentialData;
};

/** A text of the type, with the credential as `$credentials`. @param fields those that `evaluateFields` has given */
export const evaluateText = (text: string, fields: CredentialData, credential: Evaluable): unknown =>
  evaluate(text, { $credentials: fields, $self: fields }, 'A text', credential);

const isSecretProperty = (property: CredentialType['properties'][number]): boolean => {
  if (property.typeOptions?.password) return true;
  if (property.type === 'collection') return property.options.some(isSecretProperty);
  return property.type === 'fixedCollection' && property.options.some(({ values }) => values.some(isSecretProperty));
};

/** Whether a field must not be seen. What the type does not name is a token that a sign-in has left, or nobody's business. */
export const isSecretField = (
  name: string,
  { properties, signIn }: Pick<CredentialType, 'properties' | 'signIn'>,
): boolean => {
  const named = properties.filter((property) => property.name === name);
  if (named.length === 0) return !hostSettingNames.has(name);
  return name === signIn?.field || named.some(isSecretProperty);
};

/** Of what a service has given with a token, such as its kind and scope. */
const isTokenKey = (key: string): boolean => /token(?!_type)|secret|code|assertion/i.test(key);

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Of a text that is JSON, also what stands in there. */
const textsInJson = (text: string): string[] => {
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    return textsIn(JSON.parse(text));
  } catch {
    return [];
  }
};

/** Every text of the credential that must not be seen. */
export const secretsOf = (fields: CredentialData, definition: CredentialType): string[] => {
  const { [tokenField]: tokens, ...others } = fields;
  const ofTokens = isObject(tokens) ? Object.entries(tokens).filter(([key]) => isTokenKey(key)) : [];
  return [...Object.entries(others).filter(([name]) => isSecretField(name, definition)), ...ofTokens].flatMap(
    ([, value]) => textsIn(value).flatMap((text) => [text, ...textsInJson(text)]),
  );
};
