import type { WorkflowNode } from '@millrace/contract';
import { credentialReference } from '@millrace/engine';
import type { Command, NodeKey, WorkflowDocument } from '../types.ts';

/* Apart from the other commands: these come with the node panel, since they need the engine. */

type Held = NonNullable<WorkflowNode['credentials']>[string];

/** Gives a node its credential of a type; undefined takes it away. */
export const setCredential =
  (key: NodeKey, type: string, chosen: { id: string; name: string } | undefined): Command =>
  (draft) => {
    const node = draft.nodes[key];
    if (!node) return;
    const others = Object.entries(node.data.credentials ?? {}).filter(([name]) => name !== type);
    const next = chosen ? [...others, [type, { id: chosen.id, name: chosen.name }] as const] : others;
    if (next.length > 0) node.data.credentials = Object.fromEntries(next);
    else delete node.data.credentials;
  };

const isSame = (a: Held, b: Held): boolean => {
  const [one, other] = [credentialReference(a), credentialReference(b)];
  return one.id === other.id && one.name === other.name;
};

/** The nodes that hold the same credential of a type. */
export const nodesThatHold = ({ nodes }: Pick<WorkflowDocument, 'nodes'>, type: string, held: Held): NodeKey[] =>
  Object.values(nodes)
    .filter(({ data: { credentials } }) => {
      const own = credentials && Object.hasOwn(credentials, type) ? credentials[type] : undefined;
      return own !== undefined && isSame(own, held);
    })
    .map(({ key }) => key);

/** Gives several nodes the same one. */
export const setCredentials =
  (keys: readonly NodeKey[], type: string, chosen: { id: string; name: string }): Command =>
  (draft) => {
    for (const key of keys) setCredential(key, type, chosen)(draft);
  };
