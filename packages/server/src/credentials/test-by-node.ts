import type { CredentialTestResult } from '@millrace/engine/node-api';
import type { NodeCalls } from '../node-calls/types.ts';
import type { TestByNode } from './test-credential.ts';

/** Asks a node that is in no workflow whether a credential works. */
export const testByNode = async (
  calls: Pick<NodeCalls, 'ask'>,
  ...[{ nodeType, typeVersion, method }, credential, { ranBy }]: Parameters<TestByNode>
): Promise<CredentialTestResult> => {
  const node = { name: 'Test', type: nodeType, typeVersion, position: [0, 0] as [number, number], parameters: {} };
  const workflow = { id: null, name: '', active: false, nodes: [node], connections: {} };
  const subject = { workflow, node: node.name, ranBy };
  return (await calls.ask(subject, { kind: 'credentialTest', name: method, credential })).value;
};
