import type { CredentialFacts } from '@millrace/nodes';
import type { Catalogue } from '../node-types/catalogue.ts';
import { withHostSettings } from './host-settings.ts';
import type { CredentialType, CredentialTypes } from './types.ts';

const withoutCode = (definition: CredentialFacts): CredentialType => {
  const {
    name,
    displayName,
    extends: parents,
    properties,
    authenticate,
    allowedHosts,
    test,
    signIn,
    testedBy,
  } = withHostSettings(definition);
  return {
    name,
    displayName,
    extends: parents,
    properties,
    authenticate,
    allowedHosts,
    test,
    testedBy,
    ...(signIn && { signIn: { field: signIn.field } }),
  };
};

/** @param load gives a type with all that it takes over */
export const createCredentialTypes = (
  load: (name: string) => Promise<CredentialFacts | undefined>,
): CredentialTypes => {
  const loaded = new Map<string, CredentialType>();
  return async (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const definition = await load(name);
    if (!definition) return undefined;
    const type = withoutCode(definition);
    loaded.set(name, type);
    return type;
  };
};

/** Those of the catalogue, as it is when they are asked for. */
export const catalogueCredentialTypes =
  ({ findCredentialType }: Pick<Catalogue, 'findCredentialType'>): CredentialTypes =>
  async (name) => {
    const facts = findCredentialType(name);
    return facts && withoutCode(facts);
  };
