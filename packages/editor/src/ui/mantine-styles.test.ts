import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const styles = Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.layer.css')).map((path) =>
  path.replace(/^.*\/(\w+)\.layer\.css$/, '$1'),
);

/** Parts of Mantine that a file imports. */
const usedIn = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  );

test('every part of Mantine that is used has its styles', () => {
  const listed = new Set(
    ['./mantine-styles.ts', './mantine-later-styles.ts'].flatMap((list) =>
      [...(sources[list] ?? '').matchAll(/styles\/(\w+)\.layer/g)].map((match) => match[1]),
    ),
  );
  const used = Object.values(sources).flatMap(usedIn);
  expect(used).toContain('Button');
  const missing = new Set(used.filter((name) => styles.includes(name) && !listed.has(name)));
  expect([...missing]).toEqual([]);
});

test('what is loaded later is not used before', () => {
  const later = [...(sources['./mantine-later-styles.ts'] ?? '').matchAll(/styles\/(\w+)\.layer/g)].map((m) => m[1]!);
  const early = Object.entries(sources).filter(
    ([path]) =>
      path.endsWith('.tsx') &&
      !/\/(?:node-panel|dialogs|account|settings|tags|help|templates|screens\/(?:executions?|workflows|data-tables|auth))\//.test(
        path,
      ) &&
      !/\/commands\/.*Dialog\.tsx$/.test(path),
  );
  const uses = early.filter(([, source]) => usedIn(source).some((part) => later.includes(part)));
  expect(later).toContain('Tabs');
  expect(uses.map(([path]) => path)).toEqual([]);
});
