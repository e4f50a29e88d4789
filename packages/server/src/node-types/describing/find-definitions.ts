import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Language, languages } from '@millrace/contract';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';

/** A definition and where its code is. */
export interface Found<D> {
  /** Relative to the folder of the sources, beginning with `./`. */
  module: string;
  exported: string;
  definition: D;
  /** Relative to the folder of the sources; undefined where there is none. */
  icon?: string;
}

export interface FoundDefinitions {
  nodes: Found<NodeDefinition>[];
  credentials: Found<CredentialDefinition>[];
  /** What is shown of them, in other languages. Left out: there is nothing. */
  texts?: Partial<Record<Language, TranslatedTexts>>;
}

/** By the English text. */
export type TranslatedTexts = Readonly<Record<string, string>>;

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

const isNode = (value: unknown): value is NodeDefinition => has(value, 'name', 'versions', 'group', 'parameters');
const isCredential = (value: unknown): value is CredentialDefinition => has(value, 'name', 'displayName', 'properties');

/** The picture of a type: that of its folder, or of the folder of its service. */
const iconBeside = (source: string, module: string): string | undefined => {
  const own = dirname(module);
  const icons = [own, dirname(own)].map((folder) => `./${join(folder, 'icon.svg')}`);
  return icons.find((icon) => existsSync(join(source, icon)));
};

const findAll = async <D>(source: string, pattern: string, is: (value: unknown) => value is D): Promise<Found<D>[]> => {
  const found: Found<D>[] = [];
  const files = globSync(pattern, { cwd: source, exclude: ['**/node_modules/**'] }).sort();
  for (const file of files) {
    const exports: Record<string, unknown> = await import(pathToFileURL(join(source, file)).href);
    for (const [exported, definition] of Object.entries(exports).sort(([a], [b]) => (a < b ? -1 : 1)))
      if (is(definition))
        found.push({ module: `./${file}`, exported, definition, icon: iconBeside(source, `./${file}`) });
  }
  return found;
};

/** From files such as `texts.de.json`, which hold what is defined beside them. */
const findTexts = (source: string): FoundDefinitions['texts'] =>
  Object.fromEntries(
    languages.map((language) => {
      const files = globSync(`**/texts.${language}.json`, { cwd: source, exclude: ['**/node_modules/**'] }).sort();
      const texts = files.map((file) => JSON.parse(readFileSync(join(source, file), 'utf8')) as TranslatedTexts);
      return [language, Object.assign({}, ...texts) as TranslatedTexts];
    }),
  );

/** The definitions that a folder exports: nodes from `*.node.ts`, credential types from `*.credential.ts`. Its code runs in this process. */
export const findDefinitions = async (source: string): Promise<FoundDefinitions> => ({
  nodes: await findAll(source, '**/*.node.ts', isNode),
  credentials: await findAll(source, '**/*.credential.ts', isCredential),
  texts: findTexts(source),
});
