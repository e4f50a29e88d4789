import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Fonts that are there on every machine, by what workflows name them. */
const files: Readonly<Record<string, string>> = {
  default: 'DejaVuSans',
  DejaVuSans: 'DejaVuSans',
  'DejaVuSans-Bold': 'DejaVuSans-Bold',
  DejaVuSansMono: 'DejaVuSansMono',
  DejaVuSerif: 'DejaVuSerif',
  'DejaVuSerif-Bold': 'DejaVuSerif-Bold',
};

export const fontChoices = [
  { name: 'Default', value: 'default' },
  { name: 'DejaVu Sans', value: 'DejaVuSans' },
  { name: 'DejaVu Sans Bold', value: 'DejaVuSans-Bold' },
  { name: 'DejaVu Sans Mono', value: 'DejaVuSansMono' },
  { name: 'DejaVu Serif', value: 'DejaVuSerif' },
  { name: 'DejaVu Serif Bold', value: 'DejaVuSerif-Bold' },
] as const;

/** Workflows from elsewhere name files of fonts of their machine: what is not here is written in the default one. */
export const fontNameOf = (asked: unknown): string => {
  const [name = ''] = String(asked ?? '')
    .split(/[\\/]/)
    .slice(-1);
  const base = name.replace(/\.(ttf|otf)$/i, '');
  return Object.hasOwn(files, base) ? base : 'default';
};

const { resolve } = createRequire(import.meta.url);

export const readFont = (name: string): Promise<Uint8Array> =>
  readFile(resolve(`dejavu-fonts-ttf/ttf/${files[name] ?? files.default}.ttf`));
