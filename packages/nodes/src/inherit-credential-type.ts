import type { CredentialDefinition } from '@millrace/engine/node-api';

type Load = (name: string) => Promise<CredentialDefinition | undefined>;

const inheritFrom = (
  definition: CredentialDefinition,
  parents: readonly CredentialDefinition[],
): CredentialDefinition => {
  const own = new Set(definition.properties.map(({ name }) => name));
  const seen = new Set<string>();
  const taken = parents.flatMap((parent) => {
    const names = new Set(parent.properties.map(({ name }) => name).filter((name) => !seen.has(name)));
    for (const name of names) seen.add(name);
    return parent.properties.filter(({ name }) => names.has(name));
  });
  const first = <K extends 'authenticate' | 'allowedHosts' | 'test' | 'signIn'>(key: K) =>
    definition[key] ?? parents.find((parent) => parent[key] !== undefined)?.[key];
  return {
    ...definition,
    extends: [...new Set(parents.flatMap((parent) => [parent.name, ...(parent.extends ?? [])]))],
    properties: [...definition.properties, ...taken.filter(({ name }) => !own.has(name))],
    authenticate: first('authenticate'),
    allowedHosts: first('allowedHosts'),
    test: first('test'),
    signIn: first('signIn'),
  };
};

/**
 * A credential type with all that it takes over from the types that it extends; of several, the first that has it. Its `extends` names all of them,
 * near and far.
 *
 * @throws Error where a type that it extends is not there, or extends it
 */
export const inheritCredentialType = async (
  name: string,
  load: Load,
  heirs: readonly string[] = [],
): Promise<CredentialDefinition | undefined> => {
  if (heirs.includes(name)) throw new Error(`Credential type ${name} extends itself`);
  const definition = await load(name);
  if (!definition?.extends?.length) return definition;
  const parents = await Promise.all(
    definition.extends.map(async (parent) => {
      const found = await inheritCredentialType(parent, load, [...heirs, name]);
      if (!found) throw new Error(`Credential type ${name} extends ${parent}, which is not there`);
      return found;
    }),
  );
  return inheritFrom(definition, parents);
};
