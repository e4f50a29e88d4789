import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CredentialDefinition } from '@millrace/engine/node-api';
import { bundledLibrary } from '@millrace/nodes';
import { giveOwnModules } from '@millrace/nodes/packages';
import { checkDefinitions, findDefinitions, makeCatalogue } from '../../node-types/describing/index.ts';

/** Copies pictures into the catalogue, each once. @returns gives the place of one there */
const createIconKeeper = (root: string, catalogue: string) => {
  const kept = new Map<string, string>();
  return (icon: string | undefined): string | undefined => {
    if (icon === undefined) return undefined;
    const known = kept.get(icon) ?? `./icons/${kept.size}.svg`;
    if (!kept.has(icon)) {
      mkdirSync(path.join(catalogue, 'icons'), { recursive: true });
      copyFileSync(path.join(root, icon), path.join(catalogue, known));
      kept.set(icon, known);
    }
    return known;
  };
};

/** Loads all definitions of a folder of own nodes and writes its catalogue. @throws Error with a line for each thing that is wrong */
export const describeFolder = async (
  root: string,
  catalogue: string,
  loadParent: (name: string) => Promise<CredentialDefinition | undefined>,
): Promise<void> => {
  giveOwnModules();
  const found = await findDefinitions(root);
  const bundled = bundledLibrary.catalogue.index().credentials.map(({ name }) => name);
  const problems = checkDefinitions(found, bundled);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const keepIcon = createIconKeeper(root, catalogue);
  const withIcon = <F extends { icon?: string }>(one: F): F => ({ ...one, icon: keepIcon(one.icon) });
  await makeCatalogue(
    catalogue,
    { nodes: found.nodes.map(withIcon), credentials: found.credentials.map(withIcon) },
    loadParent,
  );
};
