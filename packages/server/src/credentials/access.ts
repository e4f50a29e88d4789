import { hostSettingNames, hostSettings } from '@millrace/contract';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import type { Askers } from './askers.ts';
import { evaluateFields, isSecretField, secretsOf } from './fields.ts';
import { notSet } from './missing.ts';
import { readReference } from './references.ts';
import type { Renewal } from './renewal.ts';
import type { TestedCredentials } from './tested.ts';
import type {
  Asker,
  CredentialResolver,
  CredentialTypes,
  GrantedCredential,
  NodeCredential,
  SigningMaterial,
} from './types.ts';

/**
 * The one place where it is decided who may use which credential. A worker says which of its executions or calls asks, for which node and type; which workflow that
 * is, whose, and which credential its node names is known here and not taken from the worker.
 */
export interface CredentialAccess {
  /** For a request that is about to be signed. @throws NodeError */
  forSigning(question: CredentialQuestion): Promise<GrantedCredential>;
  /** After a service has refused it. @throws NodeError */
  afterRefusal(granted: GrantedCredential): Promise<SigningMaterial>;
  /** What node code may read. @throws NodeError */
  forNode(question: CredentialQuestion): Promise<NodeCredential>;
}

export interface CredentialQuestion {
  /** What the process that asks was given when it was told where requests are made. */
  token: string;
  asker: Asker;
  /** Name of the node. */
  node: string;
  type: string;
}

const without = (data: CredentialData, leavesOut: (name: string) => boolean): CredentialData =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !leavesOut(name)));

/** Where an HTTP Request node may not use it. */
const closedToHttpRequest = 'none';

export const createCredentialAccess = (options: {
  resolver: CredentialResolver;
  types: CredentialTypes;
  renewal: Renewal;
  askers: Pick<Askers, 'find'>;
  /** Credentials that are tested, stored or not. */
  tested: Pick<TestedCredentials, 'find' | 'renewalOf'>;
  /** What the definition of a node type says. */
  nodeType(type: string, version: number | undefined): { readsSecrets: boolean; isHttpRequest: boolean };
}): CredentialAccess => {
  const { resolver, types } = options;

  const find = async ({ asker, token, node: name, type }: CredentialQuestion): Promise<GrantedCredential> => {
    const tested = options.tested.find(asker, token);
    if (tested) return tested;
    const workflow = options.askers.find(asker, token);
    if (!workflow) throw new NodeError('Credentials are given to executions that run, and this one does not');
    const node = workflow.nodes.find((one) => one.name === name);
    if (!node) throw new NodeError(`There is no node "${name}" in the workflow`);
    const reference = readReference(node.credentials, type);
    if (!reference) throw notSet(type);
    const definition = await types(type);
    if (!definition) throw new NodeError(`Credentials of the type "${type}" are not known to this instance`);
    const { readsSecrets, isHttpRequest } = options.nodeType(node.type, node.typeVersion);
    const use = { type, ...reference, node: name, readsSecrets };
    const user = { workflowId: workflow.workflowId, ranBy: workflow.ranBy, nodeType: node.type };
    const resolved = await resolver.resolve(use, user);
    if (isHttpRequest && resolved.data[hostSettings.mode] === closedToHttpRequest)
      throw new NodeError(`The credentials "${resolved.name}" may not be used by an HTTP Request node`, {
        description: 'Their settings say so.',
      });
    return { material: { ...resolved, definition }, use, user };
  };

  const renewalOf = (granted: GrantedCredential): Renewal => options.tested.renewalOf(granted) ?? options.renewal;

  const refresh = async (granted: GrantedCredential): Promise<GrantedCredential> => {
    const { material, use, user } = granted;
    return { material: await renewalOf(granted).ensure(material, use, user), use, user };
  };

  return {
    forSigning: async (question) => refresh(await find(question)),
    afterRefusal: (granted) => renewalOf(granted).refused(granted.material, granted.use, granted.user),
    async forNode(question) {
      const found = await find(question);
      // A token is given fresh, or not at all.
      if (found.use.readsSecrets) {
        const { material } = await refresh(found);
        const fields = evaluateFields(material);
        const data = without(fields, (name) => hostSettingNames.has(name));
        return { data, secrets: secretsOf(fields, material.definition) };
      }
      const { material } = found;
      const isSecret = (name: string) => isSecretField(name, material.definition);
      // An expression in a field that may be read sees none of the others either.
      const open = evaluateFields({ ...material, data: without(material.data, isSecret) });
      return { data: without(open, (name) => isSecret(name) || hostSettingNames.has(name)), secrets: [] };
    },
  };
};
