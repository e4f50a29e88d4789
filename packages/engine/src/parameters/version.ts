/**
 * The version of a definition that a node of some version is run as: the same, else the nearest lower one of the same major
 * version, since minor versions add and keep. A newer major version may mean other parameters, so it counts as unknown.
 */
export const effectiveVersion = (versions: readonly number[], asked: number): number | undefined => {
  if (versions.includes(asked)) return asked;
  const lower = versions.filter((version) => version < asked && Math.floor(version) === Math.floor(asked));
  return lower.length > 0 ? Math.max(...lower) : undefined;
};

/** The version by whose rules a node's parameters are read, given its definition or the description of one version. */
export const versionFor = (
  type: { readonly versions?: readonly number[]; readonly version?: number },
  node: { typeVersion?: number },
): number => {
  const asked = node.typeVersion ?? 1;
  return type.version ?? effectiveVersion(type.versions ?? [], asked) ?? asked;
};
