import type { InstalledPackage } from '@millrace/contract';
import { type LibraryPlace, openLibrary } from '@millrace/nodes';

type Contents = Pick<InstalledPackage, 'nodes' | 'credentialTypes' | 'reach'>;

/**
 * What is in a library and what its code can do, as its catalogue says. Code of others runs as the same user as Millrace, so files, programs and the
 * network are open to it, whatever it does with them; secrets it is given where a node asks for them.
 */
export const readContents = (place: LibraryPlace): Contents => {
  const { catalogue } = openLibrary(place);
  const facts = catalogue.index().nodes.map(({ file }) => catalogue.nodeFacts(file));
  const byName = Map.groupBy(facts, ({ name }) => name);
  return {
    nodes: [...byName].map(([name, definitions]) => ({
      name,
      displayName: definitions.at(-1)!.displayName,
      versions: definitions.flatMap(({ versions }) => versions).sort((a, b) => a - b),
    })),
    credentialTypes: catalogue.credentialTypes().map(({ name, displayName }) => ({ name, displayName })),
    reach: [
      'files',
      'programs',
      'network',
      ...(facts.some((node) => node.readsSecrets) ? ['credentials' as const] : []),
    ],
  };
};

export const noContents: Contents = { nodes: [], credentialTypes: [], reach: [] };
