import { expect, test } from 'vitest';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { placeText, valueText } from './place-text.ts';

const document = documentOf('Fetch Store', 'Fetch>Store');
const key = keyOf(document, 'Fetch');
document.nodes[key]!.data.parameters = {
  assignments: { assignments: [{ name: 'city', value: 'x' }, { value: 'y' }] },
};
const textOf = (path: string) => placeText(path, document, { theirs: document });

test('places are named in the words of the canvas', () => {
  expect(textOf(`/nodes/${key}`)).toEqual({ where: 'Fetch' });
  expect(textOf(`/nodes/${key}/data/disabled`)).toEqual({ where: 'Fetch', what: 'Disabled' });
  expect(textOf(`/nodes/${key}/data/parameters/assignments/assignments/0/value`)).toEqual({
    where: 'Fetch',
    what: 'assignments › city › value',
  });
  expect(textOf(`/nodes/${key}/data/parameters/assignments/assignments/1/value`).what).toBe('assignments › 2 › value');
  expect(textOf(`/pinData/${key}`)).toEqual({ where: 'Fetch', what: 'Pinned data' });
  const [wire = ''] = Object.keys(document.wires);
  expect(textOf(`/wires/${wire}`)).toEqual({ where: 'Connection', what: 'Fetch → Store' });
  expect(textOf('/settings/timezone')).toEqual({ where: 'Workflow settings', what: 'timezone' });
  expect(textOf('/name')).toEqual({ where: 'Workflow', what: 'Name' });
});

test('values are shown as text that fits', () => {
  expect([valueText('a'), valueText(''), valueText(undefined), valueText(1)]).toEqual(['a', '(empty)', 'Deleted', '1']);
  expect(valueText('x'.repeat(1000))).toHaveLength(401);
});
