import { expect, test } from 'vitest';
import { createPreviewHost } from '../node-panel/expression/preview/preview-host.ts';
import type { Answer } from '../node-panel/expression/preview/protocol.ts';
import { addressOfFile, readDocumentation, sectionsOf } from './documentation.ts';
import { documentationForTest as documentation } from './documentation-for-test.ts';
import { exampleParts } from './example-data.ts';
import { cutExamples } from './page-parts.ts';
import { plainText } from './plain-text.ts';

const pages = [...documentation.pages.values()];
const slugsOf = new Map(pages.map((page) => [page.address, new Set(sectionsOf(page).map(({ slug }) => slug))]));

test('the start page lists every page but those of single nodes, each once', () => {
  const listed = documentation.groups.flatMap((group) => group.pages.map(({ address }) => address));
  const written = pages
    .map(({ address }) => address)
    .filter((address) => address !== '' && !address.startsWith('nodes/'));
  expect(listed.toSorted()).toEqual(written.toSorted());
});

test('every link of a page leads to a page, and to a heading on it', () => {
  const broken = pages.flatMap(({ file, text }) =>
    [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
      if (/^(?:https?:|mailto:|\/)/.test(href) || /\.(?:png|svg)$/.test(href)) return [];
      const { pathname, hash } = new URL(href, `https://documentation.invalid/${file}`);
      const slugs = slugsOf.get(addressOfFile(pathname.slice(1)));
      // What only those read who work on Millrace itself is not part of the product.
      if (!slugs && /^\/(?:decisions\/|architecture\.md|node-api\.d\.ts)/.test(pathname)) return [];
      return slugs && (hash === '' || slugs.has(hash.slice(1))) ? [] : [`${file}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('every example that can be changed gives a value as it stands', () => {
  const examples = pages.flatMap(({ file, text }) =>
    cutExamples(text).flatMap((part) => (typeof part === 'string' ? [] : [{ file, ...part }])),
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const { file, input = '{}', expression } of examples) {
    const answers: Answer[] = [];
    createPreviewHost((answer) => answers.push(answer))({
      parts: exampleParts(JSON.parse(input)),
      dropped: [],
      jobs: [{ kind: 'evaluate', id: 1, itemIndex: 0, text: `=${expression}` }],
    });
    expect(answers, `${file}: ${expression}`).toMatchObject([
      { kind: 'evaluation', evaluation: { kind: 'value', value: expect.anything() } },
    ]);
  }
});

test('a page is cut at its headings, and not at what looks like one in code', () => {
  const sections = sectionsOf({
    title: 'Page',
    text: '# Page\nIntro\n## One `a`\ntext\n```sh\n# no heading\n```\n## One `a`\n### Two\nend',
  });
  expect(sections.map(({ title, slug, level }) => [title, slug, level])).toEqual([
    ['Page', '', 1],
    ['One a', 'one-a', 2],
    ['One a', 'one-a-1', 2],
    ['Two', 'two', 3],
  ]);
  expect(sections[1]!.text).toContain('# no heading');
});

test('the first page is the navigation', () => {
  const { groups } = readDocumentation([
    { path: 'README.md', text: '# Start\n\n## Use\n\n- [The *canvas*](guides/canvas.md): moving about\n' },
  ]);
  expect(groups).toEqual([
    { title: 'Use', pages: [{ address: 'guides/canvas', title: 'The *canvas*', summary: 'moving about' }] },
  ]);
});

test('Markdown becomes the words that a person reads', () => {
  expect(plainText('- **Bold** and *Menu → Item* of [a page](x.md#y), `a_b_c`')).toBe(
    'Bold and Menu → Item of a page, a_b_c',
  );
  expect(plainText('| a | b |\n|---|---|\n| 1 | 2 |')).toBe('a b 1 2');
});
