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
const states = ['success', 'error', 'warning', 'waiting', 'running', 'pin'];
const pairs = [
  ...[
    'text',
    'text-muted',
    'text-faint',
    'accent-text',
    'syntax-string',
    'syntax-number',
    'syntax-keyword',
    ...states,
  ].flatMap((text) => surfaces.map((surface) => [text, surface])),
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

/** Degrees on the circle of colours. */
const hue = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return (sixth * 60 + 360) % 360;
};

test.each(['light', 'dark'])('states, pins and what is selected cannot be taken for one another (%s)', (scheme) => {
  const colours = coloursOf(scheme);
  const hues = [...states, 'selection']
    .map((name) => ({ name, at: hue(colours[name] ?? '') }))
    .sort((one, other) => one.at - other.at);
  const tooNear = hues.filter(({ at }, index) => {
    const next = hues[(index + 1) % hues.length]!.at;
    return !((next - at + 360) % 360 >= 30);
  });
  expect(tooNear).toEqual([]);
});

const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });

test('every style sheet takes sizes and weights of type from the scale', () => {
  const outside = Object.entries(sheets).flatMap(([path, text]) =>
    [...text.matchAll(/(?:^|[\s{;])font(?:-size|-weight)?: ([^;]*);/g)]
      // What follows the slash is the height of lines.
      .filter(([, value = '']) => /\d(?:px|rem|pt)|\b[1-9]\d\d\b|bold/.test(value.replace(/\/ ?[\d.]+(?:px)?/, '')))
      .map(([rule]) => `${path}: ${rule.trim()}`),
  );
  expect(Object.keys(sheets).length).toBeGreaterThan(40);
  expect(outside).toEqual([]);
});
