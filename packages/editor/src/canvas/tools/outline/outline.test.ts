import { expect, test } from 'vitest';
import { graph } from '../../testing.ts';
import { outlineOf } from './outline.ts';

test('nodes are read along the wires, branch by branch, with add-ons at the node that they belong to and notes last', () => {
  const document = graph(
    {
      note: [0, -500],
      no: [660, 300],
      yes: [660, 0],
      ask: [440, 100],
      start: [0, 100],
      other: [0, 900],
      model: [440, 300],
    },
    ['start>ask', 'ask:0>yes', 'ask:1>no', 'yes>ask'],
  );
  document.nodes.note!.data.type = 'core.stickyNote';
  const wire = {
    ...document.wires['start>ask']!,
    key: 'model',
    source: 'model',
    sourceType: 'ai_languageModel' as const,
  };
  document.wires.model = wire;
  const outline = outlineOf(document);
  expect(outline.map(({ node }) => node.key)).toEqual(['start', 'ask', 'model', 'yes', 'no', 'other', 'note']);
  expect(outline[1]).toMatchObject({ addOns: [{ source: 'model' }], next: [{ target: 'yes' }, { target: 'no' }] });
});
