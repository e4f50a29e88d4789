import type { Plugin } from 'vite';

/** Screens that are loaded later, by the first part of their address, whose parts the page asks for at once where it is opened there. */
const screens: Readonly<Record<string, RegExp>> = { templates: /src\/templates\/TemplatesScreen\.tsx$/ };

/** Styles that every such screen waits for. */
const laterStyles = /src\/ui\/mantine-later-styles\.ts$/;

/** Writes `early-parts.json`: the files that each of these screens waits for, besides what every page loads. */
export const earlyParts = (): Plugin => ({
  name: 'early-parts',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const partsOf = (module: RegExp): string[] => {
      const files = new Set<string>();
      const add = (file: string): void => {
        const chunk = byFile.get(file);
        if (!chunk || chunk.isEntry || files.has(file)) return;
        files.add(file);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
        chunk.imports.forEach(add);
      };
      for (const { fileName, facadeModuleId } of chunks) if (module.test(facadeModuleId ?? '')) add(fileName);
      if (files.size === 0) this.error(`no part of the build is ${module.source}`);
      return [...files];
    };
    const parts = Object.fromEntries(
      Object.entries(screens).map(([screen, module]) => [
        screen,
        [...new Set([...partsOf(module), ...partsOf(laterStyles)])],
      ]),
    );
    this.emitFile({ type: 'asset', fileName: 'early-parts.json', source: JSON.stringify(parts) });
  },
});
