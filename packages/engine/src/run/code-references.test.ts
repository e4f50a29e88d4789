import { expect, test } from 'vitest';
import { testNode, workflow } from '../testing/index.ts';
import { codeIn, nodesInCode } from './code-references.ts';
import { referencesIn } from './node-references.ts';

test('names the nodes that code reads from, in every way to write it', () => {
  expect(nodesInCode(`return $('A').all().concat($node["B b"].json, $node.C.json, $items("D", 0), $items())`)).toEqual([
    'A',
    'B b',
    'C',
    'D',
  ]);
  expect(nodesInCode('return _("A").first().json + _node["B"].json')).toEqual(['A', 'B']);
  expect(nodesInCode('$item(0).$node["A"].json')).toEqual(['A']);
  expect(nodesInCode('return items.map((item) => item.json.a)')).toEqual([]);
});

test('says where it is known in the run only', () => {
  for (const code of ['$(name).all()', '$(`${a}`)', '$node[name]', "$('a\\'b')", '$evaluateExpression("x")', '_(name)'])
    expect(nodesInCode(code)).toBeUndefined();
});

test('code counts among what a node refers to', () => {
  const parameters = { jsCode: "return $('A').all()", other: '={{ $("B").item.json.a }}', text: "$('C')" };
  expect(codeIn(parameters)).toEqual(["return $('A').all()"]);
  const flow = workflow().node(
    'Code',
    testNode(() => []),
    { parameters },
  );
  const node = flow.build().nodes.find(({ name }) => name === 'Code')!;
  expect(referencesIn(node)?.sort()).toEqual(['A', 'B']);
});
