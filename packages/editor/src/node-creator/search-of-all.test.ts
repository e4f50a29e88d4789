import type { NodeTypeDescription } from '@millrace/contract';
import { nodeActions } from '@millrace/engine/reference';
import { expect, test } from 'vitest';
import { categoriesOf, offeredTypes } from './categories.ts';
import { creatorRows } from './rows.ts';

const files = import.meta.glob<NodeTypeDescription[]>('../../../nodes/dist/catalogue/{latest,whole}.json', {
  eager: true,
  import: 'default',
});
const read = (name: 'latest' | 'whole') => files[`../../../nodes/dist/catalogue/${name}.json`] ?? [];
const types = offeredTypes(read('latest'), 'all');
const names = new Set(types.map(({ name }) => name));
const actions = read('whole')
  .filter(({ name, version, defaultVersion }) => names.has(name) && version === defaultVersion)
  .flatMap(nodeActions);
const content = { types, actions, categories: categoriesOf(types), suggestions: [], suggestionsLabel: '' };

/** The first row for what somebody types, as `type` or `type: action`. */
const first = (query: string): string => {
  const [row] = creatorRows(content, { query, folded: new Set(), open: new Set() });
  if (row?.kind === 'action') return `${row.type.name}: ${row.action.displayName}`;
  return row?.kind === 'node' ? row.type.name : '';
};

/** What people type, from the names of other products to slips of the fingers, and what they mean. */
test.each([
  ['http', 'core.httpRequest'],
  ['api', 'core.httpRequest'],
  ['curl', 'core.httpRequest'],
  ['webhook', 'core.webhook'],
  ['wehbook', 'core.webhook'],
  ['set', 'core.set'],
  ['edit fields', 'core.set'],
  ['if', 'core.if'],
  ['condition', 'core.if'],
  ['switch', 'core.switch'],
  ['loop', 'core.loopOverItems'],
  ['split in batches', 'core.loopOverItems'],
  ['cron', 'core.scheduleTrigger'],
  ['interval', 'core.scheduleTrigger'],
  ['schedule', 'core.scheduleTrigger'],
  ['javascript', 'core.code'],
  ['python', 'core.code'],
  ['function', 'core.code'],
  ['postgresql', 'core.postgres'],
  ['mariadb', 'core.mySql'],
  ['csv', 'core.convertToFile'],
  ['email', 'core.emailReadImap'],
  ['smtp', 'core.emailSend'],
  ['telegarm', 'service.telegram'],
  ['github', 'service.github'],
  ['htpp', 'core.httpRequest'],
  ['merge', 'core.merge'],
  ['sleep', 'core.wait'],
  ['deduplicate', 'core.removeDuplicates'],
  ['sub-workflow', 'core.executeWorkflow'],
  ['sticky', 'core.stickyNote'],
  ['bucket', 'service.s3'],
  ['send a photo', 'service.telegram: Send a photo'],
  ['telegram photo', 'service.telegram: Send a photo'],
  ['create issue', 'service.github: Create an issue'],
  ['upload s3', 'service.s3: Upload a file'],
  ['get rows', 'core.dataTable: Get rows'],
])('"%s" finds %s first', (query, expected) => {
  expect(first(query)).toBe(expected);
});

test('what categories count is what they list', () => {
  for (const { name, count, types: own, subcategories } of content.categories)
    expect([name, own.length + subcategories.reduce((sum, { types: listed }) => sum + listed.length, 0)]).toEqual([
      name,
      count,
    ]);
});
