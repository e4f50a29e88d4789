import type { Json, ParameterDefinition } from '@millrace/contract/data';
import type { CredentialData } from './credential-data.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/**
 * Credential types. A node names one in its requests (`http({ …, credential: 'githubApi' })`), and the process that makes the request signs it: the
 * secret itself stays out of the worker. Texts below may be expressions over `$credentials`, and are evaluated where the request is made. So may what
 * fields hold, over `$self`, which is the credential too.
 */

/** Names and values to put into a request, or an expression that gives such an object. Names may be expressions too; what has no value is left out. */
export type SignedValues = Readonly<Record<string, string>> | string;

/** How a request is signed. */
export type Authentication =
  | {
      type: 'fields';
      headers?: SignedValues;
      query?: SignedValues;
      /** Put into a body of JSON or of form fields. */
      body?: SignedValues;
      basic?: { username: string; password: string };
      /** What placeholders in the path of the address stand for: `{token}` in `https://api.example.com/bot{token}/send`. */
      path?: Readonly<Record<string, string>>;
    }
  | { type: 'digest'; username: string; password: string }
  /** By the fields `consumerKey`, `consumerSecret`, `signatureMethod`, and the token that the sign-in left. */
  | { type: 'oAuth1' }
  /** By the token that the sign-in left, refreshed ahead of its end and after 401. Default: `Authorization: Bearer …`. */
  | { type: 'oAuth2'; in?: 'header' | 'query' | 'body'; prefix?: string; parameter?: string }
  /** Signature version 4. Region and service are those of the host name; where it has none, these. */
  | {
      type: 'aws';
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken?: string;
      region?: string;
      service?: string;
    };

/** A request that tells whether a credential works: it does if the answer is 2xx and no rule holds. */
export interface CredentialTest {
  request: {
    method?: string;
    url: string;
    headers?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    body?: Json;
  };
  /** The first that holds is the message. */
  rules?: readonly (
    | { type: 'status'; status: number; message: string }
    /** `field` is dotted, in a body of JSON. */
    | { type: 'field'; field: string; value: Json; message: string }
  )[];
}

/** For what a credential must fetch before it can sign: a session, a token for a key. */
export interface SignInContext {
  /** Epoch milliseconds. */
  now(): number;
  http(request: Omit<HttpRequest, 'credential' | 'clientCertificate'>): Promise<HttpResponse>;
  readonly signal: AbortSignal;
}

export interface CredentialDefinition<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
  /** A public name, such as `githubApi`: workflows refer to it. */
  name: string;
  displayName: string;
  /** `node:<type>` for the picture of a node. Left out: icon.svg in its folder (`file:…`), or the picture of a node that names it. */
  icon?: `node:${string}` | `file:${string}`;
  /** Under `docs`, or an address. */
  documentationUrl?: string;
  /** Types whose fields, authentication, hosts and test it takes over where it has none of its own; a field of the same name replaces theirs. */
  extends?: readonly string[];
  /** Fields; those with `typeOptions.password` are secret. */
  properties: P;
  authenticate?: Authentication;
  /**
   * Hosts that a signed request may go to, `*.` for all below one; an expression may read fields (`={{ $credentials.server }}`, of which the host counts).
   * Left out: any that the credential's own setting for it allows.
   */
  allowedHosts?: readonly string[];
  test?: CredentialTest;
  /**
   * Called when the credential has no value for `signIn.field`, when that has ended, and after 401; one call at a time for each credential. It gets
   * the secrets, runs in a worker, and what it gives is stored with the credential.
   */
  signIn?: {
    /** A hidden field. */
    field: string;
    run(
      context: SignInContext,
      credential: CredentialData,
    ): Promise<{ data: CredentialData /** Epoch milliseconds. */; endsAt?: number }>;
  };
  /** Not offered for new credentials. */
  hidden?: boolean;
}

export const defineCredential = <const P extends readonly ParameterDefinition[]>(
  definition: CredentialDefinition<P>,
): CredentialDefinition => definition as unknown as CredentialDefinition;
