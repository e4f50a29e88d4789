/** Packages that are none to be installed: the bundled nodes of the public format go by their names. */
const bundledPackages = /^(n8n-nodes-base|@n8n\/.*)$/;

/** The package that a type belongs to by its name, such as `@someone/n8n-nodes-thing.get`; undefined for bundled and own types. */
export const packageOfType = (type: string): string | undefined => {
  const name = type.slice(0, type.lastIndexOf('.'));
  return /^(@[^/]+\/)?n8n-nodes-/.test(name) && !bundledPackages.test(name) ? name : undefined;
};
