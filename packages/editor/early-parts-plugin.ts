import type { Plugin } from 'vite';

/** Screens that are loaded later, by the first part of their address, whose parts the page asks for at once where it is opened there. */
const screens: Readonly<Record<string, RegExp>> = { templates: /src\/templates\/TemplatesScreen\.tsx$/ };

/** Styles that every such screen waits for. */
const laterStyles = /src\/ui\/mantine-later-styles\.ts$/;

/**
 * Writes `early-parts.json`: the files that each of these screens waits for, besides what every page loads. Which styles belong to a part is known before
 * Vite leaves out the scripts that have nothing but styles, which files there are is known after that.
 */
export const earlyParts = (): Plugin[] => {
  let parts: Record<string, string[]> = {};
  return [
    {
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
        parts = Object.fromEntries(
          Object.entries(screens).map(([screen, module]) => [
            screen,
            [...new Set([...partsOf(module), ...partsOf(laterStyles)])],
          ]),
        );
      },
    },
    {
      name: 'early-parts-file',
      apply: 'build',
      enforce: 'post',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          const written = Object.entries(parts).map(([screen, files]) => [
            screen,
            files.filter((file) => file in bundle),
          ]);
          this.emitFile({
            type: 'asset',
            fileName: 'early-parts.json',
            source: JSON.stringify(Object.fromEntries(written)),
          });
        },
      },
    },
  ];
};
