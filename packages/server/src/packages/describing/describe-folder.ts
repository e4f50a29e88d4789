import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CredentialDefinition } from '@millrace/engine/node-api';
import { bundledLibrary } from '@millrace/nodes';
import { giveOwnModules } from '@millrace/nodes/packages';
import { checkDefinitions, findDefinitions, makeCatalogue } from '../../node-types/describing/index.ts';

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
  const icons = path.join(catalogue, 'icons');
  mkdirSync(icons, { recursive: true });
  const nodes = found.nodes.map((node, number) => {
    copyFileSync(path.join(root, node.icon!), path.join(icons, `${number}.svg`));
    return { ...node, icon: `./icons/${number}.svg` };
  });
  await makeCatalogue(catalogue, { ...found, nodes }, loadParent);
};
