import type { CredentialTypeDescription } from '@millrace/contract';
import type { CredentialFacts } from '@millrace/nodes';
import type { Catalogue } from '../../node-types/catalogue.ts';
import { withHostSettings } from '../host-settings.ts';
import type { OverwrittenFields } from '../overwritten.ts';

/** What the API says of credential types. */
export interface CredentialTypeList {
  all(): CredentialTypeDescription[];
  /** Names of the node types that may use one of this type. */
  supportedNodes(type: string): readonly string[];
  /** Its SVG file: its own, or that of the node that it has its picture from. */
  findIcon(type: string): URL | undefined;
}

export interface UsingNode {
  name: string;
  credentials?: readonly { name: string }[];
}

/** Nodes that make requests with a credential of any type that signs them. */
const requestNodes = ['core.httpRequest'];

const describe = (
  facts: CredentialFacts,
  nodes: readonly string[],
  overwritten: ReadonlySet<string>,
): CredentialTypeDescription => {
  const { name, displayName, properties, extends: parents, icon, documentationUrl, authenticate, test, hidden } = facts;
  const isForAccounts = authenticate?.type === 'oAuth1' || authenticate?.type === 'oAuth2';
  return {
    name,
    displayName,
    properties: properties.filter((property) => !overwritten.has(property.name)),
    extends: parents?.length ? [...parents] : undefined,
    icon: icon ?? (nodes[0] === undefined ? undefined : `node:${nodes[0]}`),
    documentationUrl,
    authenticate: authenticate && { type: authenticate.type },
    test: test && { request: { ...test.request } },
    isTestable: !isForAccounts && (test !== undefined || facts.testedBy !== undefined),
    hidden,
    supportedNodes: [...nodes],
    __overwrittenProperties: overwritten.size === 0 ? undefined : [...overwritten],
  };
};

/**
 * @param options.catalogue as it is now: packages come and go
 * @param options.nodes every node type, with the credentials that it names
 */
export const createCredentialTypeList = (options: {
  catalogue: Pick<Catalogue, 'credentialTypes' | 'findCredentialType' | 'findCredentialIcon' | 'findIcon'>;
  nodes(): readonly UsingNode[];
  overwritten: OverwrittenFields;
}): CredentialTypeList => {
  const nodesByType = (): Map<string, Set<string>> => {
    const found = new Map<string, Set<string>>();
    for (const { name, credentials = [] } of options.nodes())
      for (const use of credentials) found.set(use.name, (found.get(use.name) ?? new Set()).add(name));
    return found;
  };
  const supported = (
    facts: Pick<CredentialFacts, 'name' | 'authenticate'>,
    byType: Map<string, Set<string>>,
  ): string[] => [...new Set([...(byType.get(facts.name) ?? []), ...(facts.authenticate ? requestNodes : [])])];
  const supportedNodes = (type: string): string[] => {
    const facts = options.catalogue.findCredentialType(type);
    return facts ? supported(facts, nodesByType()) : [];
  };
  return {
    all() {
      const byType = nodesByType();
      return options.catalogue
        .credentialTypes()
        .map(withHostSettings)
        .map((facts) => describe(facts, supported(facts, byType), options.overwritten.namesOf(facts)))
        .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
    },
    supportedNodes,
    findIcon(type) {
      const own = options.catalogue.findCredentialIcon(type);
      if (own) return own;
      const icon = options.catalogue.findCredentialType(type)?.icon ?? `node:${supportedNodes(type)[0] ?? ''}`;
      return icon.startsWith('node:') ? options.catalogue.findIcon(icon.slice('node:'.length)) : undefined;
    },
  };
};
