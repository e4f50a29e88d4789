import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const styles = Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.layer.css')).map((path) =>
  path.replace(/^.*\/(\w+)\.layer\.css$/, '$1'),
);

test('every part of Mantine that is used has its styles', () => {
  const listed = new Set(
    ['./mantine-styles.ts', './mantine-panel-styles.ts'].flatMap((list) =>
      [...(sources[list] ?? '').matchAll(/styles\/(\w+)\.layer/g)].map((match) => match[1]),
    ),
  );
  const used = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap((match) =>
      (match[1] ?? '').split(',').map((name) => name.trim().split(' ')[0] ?? ''),
    ),
  );
  expect(used).toContain('Button');
  const missing = new Set(used.filter((name) => styles.includes(name) && !listed.has(name)));
  expect([...missing]).toEqual([]);
});

test('what is loaded with the panel is used by the panel alone', () => {
  const ofPanel = [...(sources['./mantine-panel-styles.ts'] ?? '').matchAll(/styles\/(\w+)\.layer/g)].map((m) => m[1]!);
  const early = Object.entries(sources).filter(([path]) => !path.includes('/node-panel/') && path.endsWith('.tsx'));
  const uses = early.filter(([, source]) => ofPanel.some((part) => source.includes(`<${part}`)));
  expect(ofPanel).toContain('Tabs');
  expect(uses.map(([path]) => path)).toEqual([]);
});
