import type { JsonObject } from '@millrace/contract/data';
import type { ImageFacts } from './task.ts';

const names: Readonly<Record<string, string>> = {
  BMP: 'Microsoft Windows bitmap image',
  GIF: 'CompuServe graphics interchange format',
  JPEG: 'Joint Photographic Experts Group JFIF format',
  PNG: 'Portable Network Graphics',
  TIFF: 'Tagged Image File Format',
  WEBP: 'WebP Image Format',
};

const orientations = [
  'Unknown',
  'TopLeft',
  'TopRight',
  'BottomRight',
  'BottomLeft',
  'LeftTop',
  'RightTop',
  'RightBottom',
  'LeftBottom',
];

/** Beside its number, as part of the whole. */
const withPart = (value: number): string => `${value.toFixed(2)} (${(value / 255).toFixed(4)})`;

/** What is known of a picture, in the fields that public workflows read. @param bytes size of the file */
export const toInformation = (facts: ImageFacts, bytes: number): JsonObject => ({
  Format: Object.hasOwn(names, facts.format) ? `${facts.format} (${names[facts.format]})` : facts.format,
  format: facts.format,
  Geometry: `${facts.width}x${facts.height}`,
  size: { width: facts.width, height: facts.height },
  Type: facts.hasAlpha ? 'true color with transparency' : 'true color',
  Depth: `${facts.depth} bits-per-pixel component`,
  depth: facts.depth,
  'Channel Depths': Object.fromEntries(facts.channels.map(({ name }) => [name, `${facts.depth} bits`])),
  'Channel Statistics': Object.fromEntries(
    facts.channels.map(({ name, minimum, maximum, mean, deviation }) => [
      name,
      {
        Minimum: withPart(minimum),
        Maximum: withPart(maximum),
        Mean: withPart(mean),
        'Standard Deviation': withPart(deviation),
      },
    ]),
  ),
  Colors: facts.colors,
  Orientation: orientations[facts.orientation] ?? 'Unknown',
  Filesize: `${bytes} B`,
});
