import type { WorkflowNode } from '@millrace/contract';
import type { CredentialData, CredentialDefinition, CredentialUse } from '@millrace/engine/node-api';
import type { CredentialFacts } from '@millrace/nodes';

/** How credentials are kept, found and changed. Whoever stores them implements `CredentialResolver`; all else stands on it. */

/** Who wants to use a credential: an execution of a workflow, or a call outside of executions. */
export interface CredentialUser {
  workflowId: string | null;
  /** Whoever runs it by hand; empty: what is stored runs for whose workflow it is. */
  ranBy: string;
  nodeType: string;
}

export interface ResolvedCredential {
  id: string;
  type: string;
  name: string;
  /** With secrets, expressions not evaluated. */
  data: CredentialData;
  /** Rises with each change; signing caches by it. */
  revision: number;
  /** From the credential's own settings; beside those of its type. */
  allowedHosts?: readonly string[];
}

export interface CredentialResolver {
  /** @throws NodeError in plain words: not there, several of that name, not allowed for this person, workflow or node type */
  resolve(use: CredentialUse, user: CredentialUser): Promise<ResolvedCredential>;
  /** Stores what a sign-in or refresh gave, if `revision` is still current; @returns the current one otherwise. */
  update(id: string, revision: number, data: CredentialData): Promise<ResolvedCredential>;
  /** Runs `work` while nobody else in the instance refreshes this credential. */
  locked<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** A credential type without its code, with all that it takes over from others. Plain data. */
export interface CredentialType
  extends Pick<
    CredentialDefinition,
    'name' | 'displayName' | 'extends' | 'properties' | 'authenticate' | 'allowedHosts' | 'test'
  > {
  signIn?: { field: string };
  /** The node that tells whether one works, by a method. */
  testedBy?: CredentialFacts['testedBy'];
}

export type CredentialTypes = (name: string) => Promise<CredentialType | undefined>;

/** Whose nodes ask: an execution by its id, a call outside of executions by a negative number. */
export type Asker = number;

/** What the serving process knows of an asker; nothing of it is taken from the worker. */
export interface AskingWorkflow extends Pick<CredentialUser, 'workflowId' | 'ranBy'> {
  nodes: readonly WorkflowNode[];
}

/** What node code may read of a credential, and what no error of it may repeat. Plain data. */
export interface NodeCredential {
  data: CredentialData;
  secrets: string[];
}

/** All that the process which makes requests must know to sign with a credential. Plain data. */
export interface SigningMaterial extends ResolvedCredential {
  definition: CredentialType;
}

/** A credential that somebody may use, and what allowed it. Plain data. */
export interface GrantedCredential {
  material: SigningMaterial;
  use: CredentialUse;
  user: CredentialUser;
}
