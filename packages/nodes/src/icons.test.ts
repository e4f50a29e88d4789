import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundledLibrary } from './index.ts';

const nodes = bundledLibrary.catalogue.index().nodes;

/** Relative luminance as WCAG defines it, of a colour such as `#2f9457`. */
const luminance = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (a: string, b: string): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

test.each(nodes.map((entry) => [entry.name, entry] as const))('%s has a picture in its own colour', (_, entry) => {
  const file = new URL(entry.icon ?? 'nothing', import.meta.url);
  expect(existsSync(file)).toBe(true);
  const svg = readFileSync(file, 'utf8');
  const color = svg.match(/viewBox="0 0 24 24" fill="(#[0-9a-f]{6})"/)?.[1];
  expect(color).toBeDefined();
  expect(bundledLibrary.catalogue.nodeFacts(entry.file).defaults.color).toBe(color);
  for (const surface of ['#ffffff', '#1e1d1b']) expect(contrast(color!, surface)).toBeGreaterThan(3);
});
