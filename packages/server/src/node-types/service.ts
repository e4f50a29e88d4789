import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Language, type NodeTypeDescription, shownTextsOf } from '@millrace/contract';
import { nodeActions } from '@millrace/engine/reference';
import { StableJson } from '../platform/json-text.ts';

/** Where the node types are described. */
export interface NodeTypeCatalogue {
  describe(type: string, version: number): NodeTypeDescription | undefined;
  /** JSON of NodeTypeDescription[]: an entry for each version (`versions`) or type (`latest`), without `properties`; or with all (`whole`). */
  readList(name: 'versions' | 'latest' | 'whole'): string;
  /** What is shown of all types in a language, by the English text. Nothing for English. */
  texts(language: Language): Readonly<Record<string, string>>;
  /** Type name → the file of its picture. Only these files are ever read. */
  findIcon(type: string): URL | undefined;
  /** Calls back after each change of what there is. Left out: there is none. */
  onChange?(listener: () => void): void;
}

export interface NodeTypes {
  /** JSON of NodeTypeDescription[], without `properties`. */
  list(onlyLatest: boolean): StableJson;
  /** JSON of NodeAction[], of the types that are offered. */
  actions(): StableJson;
  /** As the list, with all that there is to know. */
  all(): StableJson;
  /** In the order asked; unknown ones are left out. */
  describe(wanted: readonly { name: string; version: number }[]): NodeTypeDescription[];
  /** JSON of the texts of all types in a language, by the English text. */
  texts(language: Language): StableJson;
  /** Names and descriptions of the types in the language of the instance; nothing for English. */
  headers(): Record<string, { displayName: string; description: string }>;
  /** Those texts of some data in the language of the instance that there are, by the English text. */
  textsOf(shown: unknown): Record<string, string>;
  /** Picture of a type by its own name or an alias. */
  icon(name: string): Promise<NodeIcon | undefined>;
}

export interface NodeIcon {
  content: Buffer;
  mimeType: string;
}

/** Those that a node may have, by the ending of the file. */
const mimeTypes: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' };

/** The types that can be added to a workflow, as the list tells, with their parameters. */
const offered = (catalogue: NodeTypeCatalogue): NodeTypeDescription[] => {
  const read = (name: 'latest' | 'whole') => JSON.parse(catalogue.readList(name)) as NodeTypeDescription[];
  const names = new Set(read('latest').flatMap(({ name, hidden }) => (hidden ? [] : name)));
  return read('whole').filter(({ name, version, defaultVersion }) => names.has(name) && version === defaultVersion);
};

/** @param language of the instance */
export const createNodeTypes = (catalogue: NodeTypeCatalogue, language: Language = 'en'): NodeTypes => {
  let lists = new Map<string, StableJson>();
  let actions: StableJson | undefined;
  catalogue.onChange?.(() => {
    lists = new Map();
    actions = undefined;
  });
  const list = (name: 'versions' | 'latest'): StableJson => {
    const text = lists.get(name) ?? new StableJson(catalogue.readList(name));
    lists.set(name, text);
    return text;
  };
  return {
    list: (onlyLatest) => list(onlyLatest ? 'latest' : 'versions'),
    texts: (wanted) => new StableJson(JSON.stringify(catalogue.texts(wanted))),
    textsOf(shown) {
      const texts = new Map(Object.entries(catalogue.texts(language)));
      return Object.fromEntries(
        shownTextsOf(shown).flatMap((text) => {
          const translated = texts.get(text);
          return translated === undefined ? [] : [[text, translated]];
        }),
      );
    },
    headers() {
      const texts = new Map(Object.entries(catalogue.texts(language)));
      if (texts.size === 0) return {};
      const shown = (text: string): string => texts.get(text) ?? text;
      const types = JSON.parse(catalogue.readList('latest')) as NodeTypeDescription[];
      return Object.fromEntries(
        types.map(({ name, displayName, description }) => [
          name,
          { displayName: shown(displayName), description: shown(description) },
        ]),
      );
    },
    actions() {
      actions ??= new StableJson(JSON.stringify(offered(catalogue).flatMap(nodeActions)));
      return actions;
    },
    // Megabytes that hardly anybody asks for are not kept.
    all: () => new StableJson(catalogue.readList('whole')),
    describe: (wanted) => wanted.flatMap(({ name, version }) => catalogue.describe(name, version) ?? []),
    async icon(name) {
      const file = catalogue.findIcon(name);
      const mimeType = file && mimeTypes[extname(file.pathname)];
      return mimeType === undefined ? undefined : { content: await readFile(file!), mimeType };
    },
  };
};
