import { asStored, differenceOf, toFormat } from '@millrace/contract';
import { expect, test } from 'vitest';
import {
  addNode,
  addWire,
  moveNodes,
  removeNodes,
  renameNode,
  setNodesDisabled,
  setParameter,
  setWorkflowName,
} from './commands/index.ts';
import { documentOf, keyOf, nodeNamed, setType, wiresAsText } from './document-for-test.ts';
import { changed } from './drafts.ts';
import { afterChanges, merge } from './merge.ts';
import { renameReferences } from './references.ts';
import type { Command, WorkflowDocument } from './types.ts';

const base = documentOf('A B C', 'A>B B>C');
const [a, b, c] = ['A', 'B', 'C'].map((name) => keyOf(base, name)) as [string, string, string];
const after = (...commands: Command[]): WorkflowDocument => commands.reduce(changed, base);
const ends = (source: string, target: string) =>
  ({ source, sourceType: 'main', sourceIndex: 0, target, targetType: 'main', targetIndex: 0 }) as const;
const rename = (key: string, name: string) => renameNode(key, name, renameReferences);

test('changes of different places are put together', () => {
  const mine = after(setParameter(a, ['url'], 'mine'), moveNodes([[c, { x: 800, y: 400 }]]));
  const theirs = after(setParameter(a, ['method'], 'POST'), setNodesDisabled([b], true), setWorkflowName('Theirs'));
  const { document, conflicts } = merge(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(document.name).toBe('Theirs');
  expect(document.nodes[a]?.data.parameters).toEqual({ url: 'mine', method: 'POST' });
  expect(document.nodes[b]?.data.disabled).toBe(true);
  expect(document.nodes[c]?.data.position).toEqual([800, 400]);
});

test('the same change made twice is no conflict', () => {
  const same = after(setParameter(a, ['url'], 'same'), removeNodes([c]));
  const { document, conflicts } = merge(base, same, same);
  expect(conflicts).toEqual([]);
  expect(toFormat(document)).toEqual(toFormat(same));
});

test('one parameter changed by both is named, and is as was chosen', () => {
  const mine = after(setParameter(a, ['url'], 'mine'), setParameter(b, ['x'], 1));
  const theirs = after(setParameter(a, ['url'], 'theirs'));
  const path = `/nodes/${a}/data/parameters/url`;
  const { document, conflicts } = merge(base, mine, theirs);
  expect(conflicts).toEqual([{ path, mine: 'mine', theirs: 'theirs' }]);
  expect(document.nodes[a]?.data.parameters).toEqual({ url: 'theirs' });
  expect(document.nodes[b]?.data.parameters).toEqual({ x: 1 });
  expect(merge(base, mine, theirs, new Map([[path, 'mine']])).document.nodes[a]?.data.parameters).toEqual({
    url: 'mine',
  });
});

test('lists that both have made longer are a choice as a whole', () => {
  const list = (...items: string[]) => setParameter(a, ['list'], items);
  const mine = after(list('x', 'mine'));
  const theirs = after(list('x', 'theirs'));
  expect(merge(base, mine, theirs).conflicts).toMatchObject([{ mine: ['x', 'mine'], theirs: ['x', 'theirs'] }]);
});

const field = (id: string, value: string) => ({ id, name: id, value });
const fields = (...assignments: object[]) => setParameter(a, ['assignments'], { assignments } as never);
const fieldsOf = (document: WorkflowDocument) => document.nodes[a]?.data.parameters?.assignments;
const listOf = (...assignments: object[]) => ({ assignments });

test('entries with ids that both have added stand in one list, and others are changed one by one', () => {
  const start = after(fields(field('x', '1'), field('y', '2')));
  const edit = (...entries: object[]) => changed(start, fields(...entries));
  const mine = edit(field('x', '1'), field('y', 'mine'), field('m', '3'));
  const theirs = edit(field('t', '4'), field('x', 'theirs'), field('y', '2'), field('u', '5'));
  const { document, conflicts } = merge(start, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(fieldsOf(document)).toEqual(
    listOf(field('t', '4'), field('x', 'theirs'), field('y', 'mine'), field('m', '3'), field('u', '5')),
  );
});

test('an entry that both have changed is named by its id, and is as was chosen', () => {
  const start = after(fields(field('x', '1'), field('y', '2')));
  const edit = (...entries: object[]) => changed(start, fields(...entries));
  const mine = edit(field('y', '2'), field('x', 'mine'));
  const theirs = edit(field('x', 'theirs'));
  const path = `/nodes/${a}/data/parameters/assignments/assignments/x/value`;
  const { conflicts } = merge(start, mine, theirs);
  expect(conflicts).toEqual([{ path, mine: 'mine', theirs: 'theirs' }]);
  const chosen = merge(start, mine, theirs, new Map([[path, 'mine']])).document;
  expect(fieldsOf(chosen)).toEqual(listOf(field('x', 'mine')));
});

test('a list that was put into another order here keeps it, with what the other has added', () => {
  const start = after(fields(field('x', '1'), field('y', '2')));
  const mine = changed(start, fields(field('y', '2'), field('x', '1')));
  const theirs = changed(start, fields(field('x', '1'), field('y', 'theirs'), field('t', '3')));
  const { document, conflicts } = merge(start, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(fieldsOf(document)).toEqual(listOf(field('y', 'theirs'), field('x', '1'), field('t', '3')));
});

test('what one of both does to a list with ids, whatever it is, comes out as it was done', () => {
  const arrangements = (from: readonly string[]): string[][] => [
    [],
    ...from.flatMap((one) => arrangements(from.filter((other) => other !== one)).map((rest) => [one, ...rest])),
  ];
  const start = after(fields(field('x', '1'), field('y', '2')));
  for (const ids of arrangements(['x', 'y', 'n', 'm'])) {
    const edited = changed(start, fields(...ids.map((id) => field(id, 'new'))));
    for (const { document, conflicts } of [merge(start, edited, start), merge(start, start, edited)]) {
      expect(conflicts).toEqual([]);
      expect(fieldsOf(document)).toEqual(listOf(...ids.map((id) => field(id, 'new'))));
    }
  }
});

test('an entry deleted here and changed there is a choice between the two', () => {
  const start = after(fields(field('x', '1'), field('y', '2')));
  const mine = changed(start, fields(field('y', '2')));
  const theirs = changed(start, fields(field('x', 'theirs'), field('y', '2')));
  const path = `/nodes/${a}/data/parameters/assignments/assignments/x`;
  const { document, conflicts } = merge(start, mine, theirs);
  expect(conflicts).toEqual([{ path, mine: undefined, theirs: field('x', 'theirs') }]);
  expect(fieldsOf(document)).toEqual(listOf(field('x', 'theirs'), field('y', '2')));
  expect(fieldsOf(merge(start, mine, theirs, new Map([[path, 'mine']])).document)).toEqual(listOf(field('y', '2')));
});

test('lists with ids within entries without, such as conditions of rules, are put together too', () => {
  const rules = (...conditions: object[]) =>
    setParameter(a, ['rules'], { values: [{ conditions: { conditions } }] } as never);
  const start = after(rules({ id: 'x', left: 1 }));
  const { document, conflicts } = merge(
    start,
    changed(start, rules({ id: 'x', left: 1 }, { id: 'm', left: 2 })),
    changed(start, rules({ id: 'x', left: 3 })),
  );
  expect(conflicts).toEqual([]);
  expect(document.nodes[a]?.data.parameters?.rules).toEqual({
    values: [
      {
        conditions: {
          conditions: [
            { id: 'x', left: 3 },
            { id: 'm', left: 2 },
          ],
        },
      },
    ],
  });
});

test('lists in which two entries have one id are a choice as a whole', () => {
  const start = after(fields(field('x', '1')));
  const mine = changed(start, fields(field('x', '1'), field('x', '2')));
  const theirs = changed(start, fields(field('x', '1'), field('t', '2')));
  const path = `/nodes/${a}/data/parameters/assignments/assignments`;
  expect(merge(start, mine, theirs).conflicts).toMatchObject([{ path }]);
});

test('a node deleted there and changed here is a choice between the two', () => {
  const mine = after(setParameter(c, ['x'], 1));
  const theirs = after(removeNodes([c]));
  const { document, conflicts } = merge(base, mine, theirs);
  expect(conflicts).toMatchObject([{ path: `/nodes/${c}`, mine: { key: c }, theirs: undefined }]);
  expect(document.nodes[c]).toBeUndefined();
  const kept = merge(base, mine, theirs, new Map([[`/nodes/${c}`, 'mine']])).document;
  expect(kept.nodes[c]?.data.parameters).toEqual({ x: 1 });
});

test('a node deleted here and changed there as well', () => {
  const mine = after(removeNodes([c]));
  const theirs = after(setParameter(c, ['x'], 1));
  expect(merge(base, mine, theirs).conflicts).toMatchObject([{ path: `/nodes/${c}`, mine: undefined }]);
  const gone = merge(base, mine, theirs, new Map([[`/nodes/${c}`, 'mine']])).document;
  expect(gone.nodes[c]).toBeUndefined();
  expect(wiresAsText(gone)).toEqual(['A>B']);
});

test('a wire to a node that the other has deleted goes with it', () => {
  const mine = after(addWire(ends(a, c)));
  const { document, conflicts } = merge(base, mine, after(removeNodes([c])));
  expect(conflicts).toEqual([]);
  expect(wiresAsText(document)).toEqual(['A>B']);
});

test('nodes that both have added under one name get different ones, and what I wrote calls mine', () => {
  const mine = after(
    addNode(setType, [0, 0], { key: 'mine', name: 'New' }),
    addNode(setType, [0, 0], { key: 'user', name: 'User', parameters: { text: "={{ $('New').item.json.x }}" } }),
  );
  const theirs = after(
    addNode(setType, [0, 0], { key: 'theirs', name: 'New' }),
    setParameter(b, ['text'], "={{ $('New').item.json.x }}"),
  );
  const { document, conflicts } = merge(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(document.nodes.theirs?.data.name).toBe('New');
  expect(document.nodes.mine?.data.name).toBe('New1');
  expect(document.nodes.user?.data.parameters).toEqual({ text: "={{ $('New1').item.json.x }}" });
  expect(document.nodes[b]?.data.parameters).toEqual({ text: "={{ $('New').item.json.x }}" });
});

test('a rename is followed by expressions that the other wrote meanwhile', () => {
  const mine = after(setParameter(b, ['text'], "={{ $('A').item.json.x }}"));
  const theirs = after(rename(a, 'Anna'));
  for (const { document, conflicts } of [merge(base, mine, theirs), merge(base, theirs, mine)]) {
    expect(conflicts).toEqual([]);
    expect(document.nodes[a]?.data.name).toBe('Anna');
    expect(document.nodes[b]?.data.parameters).toEqual({ text: "={{ $('Anna').item.json.x }}" });
  }
});

test('names that were swapped stay with their nodes', () => {
  const text = "={{ $('A').item.json.x + $('B').item.json.y }}";
  const start = changed(base, setParameter(c, ['text'], text));
  const theirs = [rename(a, 'T'), rename(b, 'A'), rename(a, 'B')].reduce(changed, start);
  const mine = changed(start, setParameter(c, ['more'], "={{ $('B').first() }}"));
  const { document } = merge(start, mine, theirs);
  expect(document.nodes[c]?.data.parameters).toEqual({
    text: "={{ $('B').item.json.x + $('A').item.json.y }}",
    more: "={{ $('A').first() }}",
  });
});

test('a node that both have renamed has the chosen name, in expressions as well', () => {
  const start = changed(base, setParameter(b, ['text'], "={{ $('A').item.json.x }}"));
  const mine = changed(start, rename(a, 'Mine'));
  const theirs = changed(start, rename(a, 'Theirs'));
  const path = `/nodes/${a}/data/name`;
  expect(merge(start, mine, theirs).conflicts).toEqual([{ path, mine: 'Mine', theirs: 'Theirs' }]);
  for (const [side, name] of [
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const) {
    const { document } = merge(start, mine, theirs, new Map([[path, side]]));
    expect(nodeNamed(document, name).key).toBe(a);
    expect(document.nodes[b]?.data.parameters?.text).toContain(`$('${name}')`);
  }
});

test('nodes moved by both lie where they were moved here', () => {
  const { document, conflicts } = merge(
    base,
    after(moveNodes([[a, { x: 100, y: 0 }]])),
    after(moveNodes([[a, { x: 0, y: 500 }]])),
  );
  expect(conflicts).toEqual([]);
  expect(document.nodes[a]?.data.position).toEqual([100, 0]);
});

test('what others have changed in several revisions is followed one after the other', () => {
  const first = after(removeNodes([a]));
  const second = [addNode(setType, [0, 0], { key: 'd', name: 'D' }), removeNodes([c])].reduce(changed, asStored(first));
  const changes = [
    { revision: 2, patches: differenceOf(base, first) },
    { revision: 3, patches: differenceOf(asStored(first), second) },
  ];
  expect(toFormat(afterChanges(base, changes))).toEqual(toFormat(second));
});
