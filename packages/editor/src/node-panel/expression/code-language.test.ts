import { CompletionContext, type CompletionSource } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import type { ExpressionData } from '@millrace/engine';
import { completionsAt } from '@millrace/engine';
import { describe, expect, it } from 'vitest';
import type { CodeLook } from './code-editor-props.ts';
import { loadLanguage } from './code-language.ts';
import { ofField } from './completion.ts';
import { scriptCompletion } from './script-completion.ts';

const stateOf = async (look: CodeLook, doc: string, ...more: Extension[]) =>
  EditorState.create({ doc, extensions: [await loadLanguage(look), ...more] });

/** Words with the kind that the language gives them. */
const kindsOf = async (look: CodeLook, doc: string) => {
  const state = await stateOf(look, doc);
  const kinds: Record<string, string> = {};
  ensureSyntaxTree(state, doc.length)?.iterate({
    enter: ({ name, from, to, node }) => {
      if (!node.firstChild) kinds[state.sliceDoc(from, to)] = name;
    },
  });
  return kinds;
};

const offered = async (state: EditorState, position = state.doc.length, explicit = false): Promise<string[]> => {
  const context = new CompletionContext(state, position, explicit);
  const sources = state.languageDataAt<CompletionSource>('autocomplete', position);
  const results = await Promise.all(sources.map((source) => (typeof source === 'function' ? source(context) : null)));
  return results.flatMap((result) => result?.options.map(({ label }) => label) ?? []);
};

describe('SQL', () => {
  it('has the words of its dialect', async () => {
    const text = 'SELECT a FROM t WHERE b ILIKE c';
    expect(await kindsOf({ language: 'sql', sqlDialect: 'PostgreSQL' }, text)).toMatchObject({
      SELECT: 'Keyword',
      ILIKE: 'Keyword',
      b: 'Identifier',
    });
    expect(await kindsOf({ language: 'sql', sqlDialect: 'MySQL' }, text)).toMatchObject({ ILIKE: 'Identifier' });
  });

  it.each([undefined, 'Klingon', 'constructor'])('is standard SQL where the dialect is %s', async (sqlDialect) => {
    expect(await kindsOf({ language: 'sql', sqlDialect }, 'SELECT 1')).toMatchObject({
      SELECT: 'Keyword',
      1: 'Number',
    });
  });

  it('completes its words in capitals', async () => {
    expect(await offered(await stateOf({ language: 'sql', sqlDialect: 'PostgreSQL' }, 'SEL'))).toContain('SELECT');
  });
});

it.each([
  ['html', '<p class="a">b</p>', { class: 'AttributeName' }],
  ['css', 'a { color: red }', { color: 'PropertyName' }],
] as const)('%s is told apart', async (language, text, kinds) => {
  expect(await kindsOf({ language }, text)).toMatchObject(kinds);
});

describe('JavaScript of a node', () => {
  const data: ExpressionData = {
    workflow: { id: null, name: 'W', active: false },
    execution: { id: '1', mode: 'manual' },
    node: { name: 'Function', typeVersion: 1 },
    runIndex: 0,
    inputs: [[{ json: { city: 'Bern', 'post code': 3000 } }]],
    source: [null],
    timezone: 'UTC',
    now: () => 0,
    random: () => 0,
    hasNode: () => false,
    runsOf: () => [],
    outputLeadingHere: () => 0,
    leadsHere: () => false,
    parametersOf: () => ({}),
    contextOf: () => ({}),
  };
  const complete = ofField(async (text, position) => completionsAt(text, position, { data, nodeNames: ['Get rows'] }));
  const script = (kind: string | undefined, doc: string) =>
    stateOf(
      { language: 'javascript' },
      doc,
      scriptCompletion(() => complete, kind),
    );

  it('completes what it is called with', async () => {
    expect(await offered(await script('function', 'const a = it'))).toContain('items');
    expect(await offered(await script('functionItem', 'it'))).toContain('item');
    expect(await offered(await script('functionItem', 'getB'))).toContain('getBinaryData');
    const others = await offered(await script(undefined, 'it'));
    expect(others).not.toContain('items');
    expect(others).not.toContain('item');
  });

  it.each(['a.it', "'it", '// it'])('leaves names alone at %s', async (doc) => {
    expect(await offered(await script('function', doc))).not.toContain('items');
  });

  it('completes fields of the item on screen and names of nodes, in whatever surrounds them', async () => {
    expect(await offered(await script('function', 'if (a) {\n  const b = {a: {}}; x = $json.'))).toContain('city');
    expect(await offered(await script('function', "const rows = $('"))).toContain('Get rows');
    expect(await offered(await script('function', 'return $'))).toContain('$json');
    expect(await offered(await script('function', '// $'))).toEqual([]);
  });

  it('offers what the host has, and no methods that expressions alone have', async () => {
    expect(await offered(await script('function', '$input.'))).toContain('all()');
    expect(await offered(await script('function', '$json.city.'))).not.toContain('toTitleCase');
  });
});
