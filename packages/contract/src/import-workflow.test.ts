import { describe, expect, test } from 'vitest';
import { fromFormat, toFormat } from './document/format.ts';
import { readWorkflow } from './import-workflow.ts';
import { asImported } from './imported.ts';

const node = (more: object = {}) => ({
  name: 'A',
  type: 'n8n-nodes-base.set',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const workflow = (more: object = {}) => ({ nodes: [node(), node({ name: 'B' })], connections: {}, ...more });
const withNode = (more: object) => workflow({ nodes: [node(more)] });
const wired = (target: object) => workflow({ connections: { A: { main: [null, [target]] } } });

const read = (value: object) => {
  const reading = readWorkflow(JSON.parse(JSON.stringify(value)));
  if (!reading.success) throw new Error(reading.issues[0]?.message);
  return reading;
};

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((place, key) => (place as Record<string, unknown>)?.[key], value);

describe('workflows that others have made', () => {
  test('what is as it should be is taken as it is', () => {
    const { workflow: taken, notes } = read(workflow({ unknown: [1], settings: { executionOrder: 'v1' } }));
    expect(taken).toEqual(workflow({ unknown: [1], settings: { executionOrder: 'v1' } }));
    expect(notes).toEqual([]);
    expect(asImported(taken)).toEqual(taken);
  });

  const rl = { __rl: true, mode: 'list', value: 'wf7' };
  test.each<[string, object, (string | number)[], unknown]>([
    [
      'a credential without a name',
      withNode({ credentials: { openAiApi: {}, other: { id: '1', name: 'Mine' } } }),
      ['nodes', 0, 'credentials'],
      { other: { id: '1', name: 'Mine' } },
    ],
    ['notes as an object', withNode({ notes: { text: 'x' } }), ['nodes', 0, 'notes'], undefined],
    ['notesInFlow as a list', withNode({ notesInFlow: [] }), ['nodes', 0, 'notesInFlow'], undefined],
    ['notesInFlow as a text', withNode({ notesInFlow: 'true' }), ['nodes', 0, 'notesInFlow'], true],
    ['another text as notesInFlow', withNode({ notesInFlow: 'see below' }), ['nodes', 0, 'notesInFlow'], undefined],
    ['a version as a text', withNode({ typeVersion: '3.4' }), ['nodes', 0, 'typeVersion'], 3.4],
    ['no pause between attempts', withNode({ waitBetweenTries: null }), ['nodes', 0, 'waitBetweenTries'], undefined],
    ['attempts as a text', withNode({ maxTries: '4' }), ['nodes', 0, 'maxTries'], 4],
    ['no webhook id', withNode({ webhookId: null }), ['nodes', 0, 'webhookId'], undefined],
    ['a number as id', withNode({ id: 7 }), ['nodes', 0, 'id'], '7'],
    ['a place as texts', withNode({ position: ['10', 20] }), ['nodes', 0, 'position'], [10, 20]],
    ['a place far away', withNode({ position: [1e308, -1e308] }), ['nodes', 0, 'position'], [1_000_000, -1_000_000]],
    ['an empty list of parameters', withNode({ parameters: [] }), ['nodes', 0, 'parameters'], {}],
    ['no parameters', withNode({ parameters: null }), ['nodes', 0, 'parameters'], undefined],
    ['another way to fail', withNode({ onError: 'ignore' }), ['nodes', 0, 'onError'], undefined],
    ['a target without an index', wired({ node: 'B', type: 'main' }), ['connections', 'A', 'main', 1, 0, 'index'], 0],
    [
      'an index as a text',
      wired({ node: 'B', type: 'main', index: '1', extra: 1 }),
      ['connections', 'A', 'main', 1, 0, 'index'],
      1,
    ],
    ['static data as a text', workflow({ staticData: '' }), ['staticData'], undefined],
    ['pinned data as a list', workflow({ pinData: [] }), ['pinData'], {}],
    [
      'an error workflow as a choice',
      workflow({ settings: { errorWorkflow: rl } }),
      ['settings', 'errorWorkflow'],
      'wf7',
    ],
    [
      'an empty error workflow',
      workflow({ settings: { errorWorkflow: {} } }),
      ['settings', 'errorWorkflow'],
      undefined,
    ],
    [
      'settings as a text',
      workflow({ settings: '{"executionOrder":"v1","timezone":7,"errorWorkflow":{"value":"wf7"}}' }),
      ['settings'],
      { executionOrder: 'v1', errorWorkflow: 'wf7' },
    ],
    ['tags as names', workflow({ tags: ['automation'] }), ['tags'], undefined],
    ['tags of elsewhere', workflow({ tags: [{ id: '1', name: 'automation' }] }), ['tags'], undefined],
    ['settings as any text', workflow({ settings: 'none' }), ['settings'], undefined],
  ])('%s', (_name, given, path, readAs) => {
    const { workflow: taken, notes } = read(given);
    expect(at(taken, path)).toEqual(readAs);
    expect(notes.map((note) => note.path)).toEqual([path]);
    const was = at(given, path);
    expect(notes[0]).toEqual({ path, ...(was !== undefined && { was }), ...(readAs !== undefined && { readAs }) });
    // It is stored with the workflow, and read again as it is.
    const stored = JSON.parse(JSON.stringify(taken));
    expect(read(stored)).toEqual({ success: true, workflow: stored, notes: [] });
    expect(asImported(stored)).toEqual(given);
    expect(read(asImported(stored))).toEqual(read(given));
  });

  describe('several nodes of one name', () => {
    const notes = ['Doc', 'Doc', 'Start', 'Doc', 'Start'].map((name) => node({ name }));
    const given = workflow({
      nodes: notes,
      connections: {
        Start: { main: [[{ node: 'Doc', type: 'main', index: 0 }]] },
        Gone: { main: [[{ node: 'Doc1', type: 'main', index: 0 }]] },
      },
      pinData: { Start: [{ json: {} }] },
    });
    const names = (value: object) => (value as { nodes: { name: string }[] }).nodes.map(({ name }) => name);

    test('the later ones get another, which nothing is known by, and wires stay with the first', () => {
      const { workflow: taken, notes } = read(given);
      expect(names(taken)).toEqual(['Doc', 'Doc2', 'Start', 'Doc3', 'Start1']);
      expect(taken).toMatchObject({ connections: given.connections, pinData: { Start: [{ json: {} }] } });
      expect(notes).toEqual([
        { path: ['nodes', 1, 'name'], was: 'Doc', readAs: 'Doc2' },
        { path: ['nodes', 3, 'name'], was: 'Doc', readAs: 'Doc3' },
        { path: ['nodes', 4, 'name'], was: 'Start', readAs: 'Start1' },
      ]);
      expect(read(taken)).toEqual({ success: true, workflow: taken, notes: [] });
      expect(asImported(taken)).toEqual(given);
      expect(asImported(JSON.parse(JSON.stringify(toFormat(fromFormat(taken)))))).toMatchObject({ nodes: given.nodes });
    });

    test('what else was read of such a node is kept beside its name', () => {
      const twice = workflow({ nodes: [node(), node({ typeVersion: '2' })] });
      expect(read(twice).workflow.nodes[1]).toMatchObject({ name: 'A1', typeVersion: 2 });
      expect(asImported(read(twice).workflow)).toEqual(twice);
    });

    const two = () => read(workflow({ nodes: [node(), node()] })).workflow;
    test.each<[string, () => object, string[]]>([
      ['renamed', () => ({ ...two(), nodes: [two().nodes[0], { ...two().nodes[1], name: 'B' }] }), ['A', 'B']],
      ['wired', () => ({ ...two(), connections: { A: { main: [[{ node: 'A1' }]] } } }), ['A', 'A1']],
      ['pinned', () => ({ ...two(), pinData: { A1: [] } }), ['A', 'A1']],
      [
        'named by an expression',
        () => ({ ...two(), nodes: [{ ...two().nodes[0], parameters: { x: "={{ $('A1').item }}" } }, two().nodes[1]] }),
        ['A', 'A1'],
      ],
      ['before the one of its name', () => ({ ...two(), nodes: two().nodes.toReversed() }), ['A1', 'A']],
      ['alone', () => ({ ...two(), nodes: two().nodes.slice(1) }), ['A1']],
    ])('a node that has been %s since keeps its name here', (_name, changed, expected) => {
      expect(names(asImported(changed()))).toEqual(expected);
    });
  });

  test('what was changed since is exported as it is now', () => {
    const { workflow: taken } = read(
      withNode({ typeVersion: '3.4', notes: { text: 'x' }, notesInFlow: 'true', waitBetweenTries: null }),
    );
    const [first] = taken.nodes;
    const { notesInFlow: _, ...rest } = { ...first!, typeVersion: 4, notes: 'Mine' };
    expect(asImported({ ...taken, nodes: [rest] })).toEqual(
      withNode({ typeVersion: 4, notes: 'Mine', waitBetweenTries: null }),
    );
  });

  test.each([
    ['no name', withNode({ name: undefined }), 'nodes[0].name'],
    ['a version that is no number', withNode({ typeVersion: 'latest' }), 'nodes[0].typeVersion'],
    ['a place that is none', withNode({ position: ['left', 0] }), 'nodes[0].position[0]'],
    ['half a place', withNode({ position: [1] }), 'nodes[0].position'],
    ['parameters as a text', withNode({ parameters: 'x' }), 'nodes[0].parameters'],
    ['a target without a node', wired({ type: 'main', index: 0 }), 'connections.A.main[1][0].node'],
    ['an index that is none', wired({ node: 'B', type: 'main', index: 'first' }), 'connections.A.main[1][0].index'],
    ['wires as a list', workflow({ connections: [] }), 'connections'],
    ['an empty name twice', workflow({ nodes: [node({ name: '' }), node({ name: '' })] }), 'nodes[1].name'],
  ])('%s is refused', (_name, given, path) => {
    const reading = readWorkflow(given);
    expect(reading.success ? [] : reading.issues.map((issue) => issue.path)).toContain(path);
  });

  test.each([null, 'text', [], 7, {}])('%j is no workflow', (value) => {
    expect(readWorkflow(value).success).toBe(false);
  });
});
