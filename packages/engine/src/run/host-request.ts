import type { WorkflowNode } from '@millrace/contract/data';
import type { NodeDefinition } from '../node-api/definition.ts';
import { NodeError } from '../node-api/errors.ts';
import type { CredentialUse, HostRequest, HostTarget } from '../node-api/host.ts';
import type { HttpRequest } from '../node-api/http.ts';

/** Which credential of a type a node means. @throws NodeError where it has none */
export const credentialUse = (
  node: WorkflowNode,
  definition: Pick<NodeDefinition, 'readsSecrets'> | undefined,
  type: string,
): CredentialUse => {
  const reference = node.credentials && Object.hasOwn(node.credentials, type) ? node.credentials[type] : undefined;
  if (!reference) {
    throw new NodeError(`Credentials for "${type}" are not set.`, { description: 'Choose one in the node.' });
  }
  const { id, name } = typeof reference === 'string' ? { id: undefined, name: reference } : reference;
  return { type, id: id ?? undefined, name, node: node.name, readsSecrets: definition?.readsSecrets === true };
};

/** A request as the host makes it. The node may give up sooner than what it is part of is stopped, never later. */
export const hostRequest = (
  { credential, clientCertificate, signal: own, ...request }: HttpRequest,
  signal: AbortSignal,
  use: (type: string) => CredentialUse,
): HostRequest => ({
  ...request,
  signal: own && own !== signal ? AbortSignal.any([own, signal]) : signal,
  ...(credential !== undefined && { credential: use(credential) }),
  ...(clientCertificate !== undefined && { clientCertificate: use(clientCertificate) }),
});

export const hostTarget = (
  host: string,
  port: number,
  credential: string | undefined,
  use: (type: string) => CredentialUse,
): HostTarget => ({ host, port, ...(credential !== undefined && { credential: use(credential) }) });
