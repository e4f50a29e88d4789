import { expect, it } from 'vitest';
import { renameNode, setNodeSetting, setParameters } from '../workflow/commands/index.ts';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { changed } from '../workflow/drafts.ts';
import { renameReferences } from '../workflow/references.ts';
import { differsOnlyInParameters } from './same-but-parameters.ts';

const document = documentOf('A B');
const [a, b] = [keyOf(document, 'A'), keyOf(document, 'B')];

it.each([
  ['parameters of the node', setParameters(a, { x: 1 }), true],
  ['parameters of another', setParameters(b, { x: 1 }), false],
  ['its name', renameNode(a, 'C', renameReferences), false],
  ['a setting of it', setNodeSetting(a, 'executeOnce', true), false],
])('%s', (_, command, expected) => {
  expect(differsOnlyInParameters(document, changed(document, command), a)).toBe(expected);
});
