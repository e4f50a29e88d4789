import { copyFileSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CredentialDefinition } from '@millrace/engine/node-api';
import { openPackage, parametersAsData } from '@millrace/nodes/packages';
import { type FoundDefinitions, makeCatalogue } from '../../node-types/describing/index.ts';

/** Bytes of a picture. */
const largestIcon = 512 * 1024;
const iconEndings = ['.svg', '.png'];

/** Copies a picture into the catalogue, where no code of the package can change it. @returns its place there */
const keepIcon = (root: string, catalogue: string, icon: string | undefined, number: number): string | undefined => {
  const ending = icon === undefined ? '' : path.extname(icon).toLowerCase();
  if (icon === undefined || !iconEndings.includes(ending)) return undefined;
  const file = realpathSync(path.join(root, icon));
  if (!file.startsWith(realpathSync(root) + path.sep) || statSync(file).size > largestIcon) return undefined;
  const kept = `./icons/${number}${ending}`;
  mkdirSync(path.join(catalogue, 'icons'), { recursive: true });
  copyFileSync(file, path.join(catalogue, kept));
  return kept;
};

/** Loads all classes of a package of the public interface and writes its catalogue. @throws Error where something fails, or is there twice */
export const describePackage = async (
  root: string,
  catalogue: string,
  loadParent: (name: string) => Promise<CredentialDefinition | undefined>,
): Promise<void> => {
  const { nodeFiles, credentialFiles, loadNodes, loadCredential, iconOf } = openPackage(root);
  const found: FoundDefinitions = {
    nodes: nodeFiles.flatMap((module, number) => {
      const icon = keepIcon(root, catalogue, iconOf(module), number);
      return loadNodes(module).map((definition) => ({
        module,
        exported: '',
        definition: { ...definition, parameters: parametersAsData(definition.parameters) },
        icon,
      }));
    }),
    credentials: credentialFiles.map((module) => ({ module, exported: '', definition: loadCredential(module) })),
  };
  await makeCatalogue(catalogue, found, loadParent);
};
