import { expect, test } from 'vitest';
import { documentOf, keyOf } from '../../../workflow/document-for-test.ts';
import type { WorkflowDocument } from '../../../workflow/types.ts';
import { compareDocuments } from './compare-documents.ts';

const withIds = (names: string, wires: string): WorkflowDocument => {
  const document = documentOf(names, wires);
  for (const { data } of Object.values(document.nodes)) data.id = data.name;
  return document;
};

const change = (document: WorkflowDocument, edit: (copy: WorkflowDocument) => void): WorkflowDocument => {
  const copy = structuredClone(document);
  edit(copy);
  return copy;
};

const original = documentOf('A B', 'A>B');

test('the same document differs nowhere', () => {
  expect(compareDocuments(original, structuredClone(original))).toMatchObject({ differences: [], moved: 0 });
});

test('a changed parameter is named with both values, and marks its node', () => {
  const key = keyOf(original, 'A');
  const later = change(original, (copy) => {
    copy.nodes[key]!.data.parameters = { url: 'https://new.example' };
  });
  const earlier = change(original, (copy) => {
    copy.nodes[key]!.data.parameters = { url: 'https://old.example' };
  });
  const { differences, marks } = compareDocuments(earlier, later);
  expect(differences).toEqual([
    {
      path: `/nodes/${key}/data/parameters/url`,
      node: key,
      kind: 'changed',
      before: 'https://old.example',
      after: 'https://new.example',
    },
  ]);
  expect([...marks.nodes]).toEqual([[key, 'changed']]);
});

test('what was added and removed is marked, and what was removed is still shown', () => {
  const earlier = withIds('A B', 'A>B');
  const later = withIds('A C', 'A>C');
  const { document, marks, differences } = compareDocuments(earlier, later);
  expect(
    Object.values(document.nodes)
      .map(({ data }) => data.name)
      .sort(),
  ).toEqual(['A', 'B', 'C']);
  expect(Object.keys(document.wires)).toHaveLength(2);
  expect([...marks.nodes.values()].sort()).toEqual(['added', 'removed']);
  expect([...marks.wires.values()].sort()).toEqual(['added', 'removed']);
  expect(differences).toHaveLength(4);
});

test('a node that has been replaced is shown below the one in its place, clear of all', () => {
  const earlier = withIds('A B', 'A>B');
  const later = withIds('A C D', 'A>C');
  const at = (document: WorkflowDocument, name: string, position: [number, number]) => {
    document.nodes[keyOf(document, name)]!.data.position = position;
  };
  at(earlier, 'B', [200, 0]);
  at(later, 'C', [200, 20]);
  at(later, 'D', [220, 160]);
  const { document } = compareDocuments(earlier, later);
  const places = Object.fromEntries(Object.values(document.nodes).map(({ data }) => [data.name, data.position]));
  expect(places).toMatchObject({ B: [200, 420], C: [200, 20], D: [220, 160] });
});

test('outputs that are written in another way and lead nowhere, as before, are no difference', () => {
  const earlier = documentOf('A B', '');
  const later = change(earlier, (copy) => {
    copy.placeholders = { [keyOf(earlier, 'A')]: { main: [[]] } };
  });
  const { differences, marks } = compareDocuments(earlier, later);
  expect({ differences, nodes: marks.nodes.size }).toEqual({ differences: [], nodes: 0 });
});

test('where nodes lie is counted, and no difference of them', () => {
  const key = keyOf(original, 'A');
  const later = change(original, (copy) => {
    copy.nodes[key]!.data.position = [500, 500];
  });
  const { differences, marks, moved } = compareDocuments(original, later);
  expect({ differences, marks: marks.nodes.size, moved }).toEqual({ differences: [], marks: 0, moved: 1 });
});

test('pinned data is a change of its node, a setting one of the workflow', () => {
  const key = keyOf(original, 'B');
  const later = change(original, (copy) => {
    copy.pinData = { [key]: [{ json: { a: 1 } }] };
    copy.settings = { timezone: 'Europe/Berlin' };
  });
  const { differences, marks } = compareDocuments(original, later);
  expect([...marks.nodes]).toEqual([[key, 'changed']]);
  expect(new Set(differences.map(({ node }) => node))).toEqual(new Set([key, null]));
  expect(differences.map(({ kind }) => kind)).toEqual(['added', 'added']);
});
