import type { DisplayOptions, NodeCredentialUse, ParameterDefinition } from '@millrace/contract/data';
import type { Patience } from '../http/patience.ts';
import type { QueryArrays } from '../http/request.ts';
import type { Paging } from './paging.ts';

export interface ServiceCredential {
  /** Type of the credential. */
  name: string;
  /** How the choice is called where there are several. */
  displayName: string;
  /** Value of `authentication` that stands for it. Default: the name of the type. */
  value?: string;
  /** Requests are not signed with it: it was given up by the service. The text says so. */
  ended?: string;
}

/** How a service is reached and what is customary there: the same for all its nodes. */
export interface Connection {
  /** As it is called in messages. */
  service: string;
  /** Without a slash at the end; or a field of the credential that is not secret. */
  baseUrl: string | { field: string; default: string };
  /** Put between the base and the path of each request. Places in it are filled in when the request is signed. */
  basePath?: string;
  /** One, or several of which the parameter `authentication` names one. */
  credentials: readonly ServiceCredential[];
  /** `value` of the one that a new node has. Default: the first. */
  defaultCredential?: string;
  headers?: Readonly<Record<string, string>>;
  /** How lists in a query are written. Default `brackets`. */
  queryArrays?: QueryArrays;
  paging?: Paging;
  errors?: {
    /** Where in an answer the service says what went wrong, dotted; the first that is there. */
    message?: readonly string[];
    /** What to do about a status. */
    hints?: Readonly<Record<number, string>>;
    /** Services that answer failures with status 200. */
    failed?(body: unknown): boolean;
  };
  limits?: Patience & {
    /** Requests that a node run makes in a second at most. */
    perSecond?: number;
  };
}

const isSingle = ({ credentials }: Connection): boolean => credentials.length < 2;

export const choiceOf = ({ name, value }: ServiceCredential): string => value ?? name;

/** The public parameter `authentication`, where there is a choice. */
export const authenticationParameter = (connection: Connection): ParameterDefinition[] => {
  if (isSingle(connection)) return [];
  const { credentials, defaultCredential } = connection;
  const parameter: ParameterDefinition = {
    displayName: 'Authentication',
    name: 'authentication',
    type: 'options',
    options: credentials.map((credential) => ({ name: credential.displayName, value: choiceOf(credential) })),
    default: defaultCredential ?? choiceOf(credentials[0]!),
  };
  const notices = credentials.flatMap((credential): ParameterDefinition[] => {
    if (!credential.ended) return [];
    const displayOptions: DisplayOptions = { show: { authentication: [choiceOf(credential)] } };
    return [{ displayName: credential.ended, name: 'deprecated', type: 'notice', default: '', displayOptions }];
  });
  return [parameter, ...notices];
};

export const credentialUses = (connection: Connection): NodeCredentialUse[] =>
  connection.credentials.map((credential) => ({
    name: credential.name,
    required: true,
    ...(!isSingle(connection) && { displayOptions: { show: { authentication: [choiceOf(credential)] } } }),
  }));
