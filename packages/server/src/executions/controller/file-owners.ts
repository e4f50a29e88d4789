/** As the binary store makes them: `<execution>/<uuid>`. */
const reference = /"id":"([1-9]\d{0,17})\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g;

/** Data may only look like references, and there may be a million of them. */
const mostOwners = 10_000;

/**
 * Executions to whose files the items in a JSON text refer.
 *
 * @returns no more than 10,000
 * @param except one whose own files do not count
 */
export const fileOwnersIn = (text: string, except?: number): number[] => {
  // Most texts have no files, and this is much quicker to see.
  if (!text.includes('"binary":')) return [];
  const owners = new Set<number>();
  for (const [, owner] of text.matchAll(reference)) {
    owners.add(Number(owner));
    if (owners.size === mostOwners) break;
  }
  if (except !== undefined) owners.delete(except);
  return [...owners];
};
