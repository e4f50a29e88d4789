import { expect, test } from 'vitest';
import css from './tokens.css?raw';

/** The tokens of a colour scheme that are plain colours. */
const coloursOf = (scheme: string): Record<string, string> => {
  const block = new RegExp(`color-scheme="${scheme}"\\] \\{(.*?)\\n\\}`, 's').exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
};

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
};

const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'surface-selected', 'canvas'];
const states = ['success', 'error', 'warning', 'waiting', 'running'];
const pairs = [
  ...['text', 'text-muted', 'text-faint', 'accent-text', ...states].flatMap((text) =>
    surfaces.map((surface) => [text, surface]),
  ),
  ...states.flatMap((state) => ['text', 'text-muted', state].map((text) => [text, `${state}-soft`])),
  ['text-faint', 'disabled-soft'],
  ['on-accent', 'accent'],
  ['on-error', 'error'],
];

test.each(['light', 'dark'])('text can be read on every surface that it stands on (%s)', (scheme) => {
  const colours = coloursOf(scheme);
  const tooWeak = pairs.flatMap(([text = '', surface = '']) => {
    const [front, back] = [colours[text], colours[surface]];
    if (!front || !back) return [`${text} or ${surface} is no plain colour`];
    return contrast(front, back) < 4.5 ? [`${text} on ${surface}: ${contrast(front, back).toFixed(2)}`] : [];
  });
  expect(tooWeak).toEqual([]);
});
