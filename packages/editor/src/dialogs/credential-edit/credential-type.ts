import {
  type CredentialFields,
  type CredentialTypeDescription,
  limits,
  oauthTokenField,
  type ParameterDefinition,
} from '@millrace/contract';
import { type ParameterIssue, parameterIssues, withDefaults } from '@millrace/engine';

/** What a credential type says of its credentials: how they are called at first, what has to be filled in, and whether they can be tried. */

type Type = CredentialTypeDescription;

/** Credential types have no versions. */
export const typeVersion = 1;

const kindWords = new Set(['API', 'OAuth1', 'OAuth2']);

/** `Slack OAuth2 API` is about Slack. */
export const appNameOf = ({ displayName }: Pick<Type, 'displayName'>): string =>
  displayName
    .split(' ')
    .filter((word) => !kindWords.has(word))
    .join(' ');

/** Types that are about no account at a service. */
const withoutAccount = new Set(['httpBasicAuth', 'oAuth2Api', 'httpDigestAuth', 'oAuth1Api']);

/** What a new credential is called, unless that is taken. */
export const defaultNameOf = (type: Pick<Type, 'name' | 'displayName'>): string => {
  const suffix = withoutAccount.has(type.name) ? '' : ' account';
  const app = appNameOf(type) || type.displayName;
  return `${app.slice(0, limits.credentialNameMaxLength - suffix.length)}${suffix}`;
};

const isKind = ({ name, extends: parents = [] }: Pick<Type, 'name' | 'extends'>, kind: string): boolean =>
  name === kind || parents.includes(kind);

const withoutBrowser = 'clientCredentials';

/** The way in which an account is connected in another window; undefined where none is. */
export const oauthVersionOf = (type: Type, data: CredentialFields): 1 | 2 | undefined => {
  if (isKind(type, 'oAuth1Api')) return 1;
  if (!isKind(type, 'oAuth2Api')) return undefined;
  return withDefaults(type.properties, data, typeVersion).grantType === withoutBrowser ? undefined : 2;
};

export const isConnected = (data: CredentialFields): boolean => Boolean(data[oauthTokenField]);

export const signsInWithGoogle = (type: Type): boolean => isKind(type, 'googleOAuth2Api');

/** The fields that are asked for: whoever operates the instance may have set some for everyone. */
export const askedFields = ({ properties, __overwrittenProperties: set = [] }: Type): readonly ParameterDefinition[] =>
  set.length === 0 ? properties : properties.filter(({ name }) => !set.includes(name));

/** What is wrong with the fields that are asked for. */
export const fieldIssues = (type: Type, data: CredentialFields): ParameterIssue[] => {
  const set = new Set(type.__overwrittenProperties);
  return parameterIssues(type.properties, data, typeVersion).filter(({ path }) => !set.has(String(path[0])));
};

/** What is stored: every field that counts, with its default where nothing was filled in; tokens are the server's own. */
export const filledData = (type: Type, data: CredentialFields): CredentialFields => {
  const { [oauthTokenField]: _, ...filled } = withDefaults(type.properties, data, typeVersion) as CredentialFields;
  return filled;
};

/** Whether a test would tell anything: it cannot follow expressions, nor sign in for a person. */
export const isTestable = (type: Type, data: CredentialFields): boolean =>
  type.isTestable &&
  oauthVersionOf(type, data) === undefined &&
  fieldIssues(type, data).length === 0 &&
  !Object.values(data).some((value) => typeof value === 'string' && value.startsWith('='));
