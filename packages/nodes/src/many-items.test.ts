import type { Item } from '@millrace/contract';
import { createFakeHost, runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { loadNodeTypes } from './index.ts';

/** Every node that needs nothing outside, in each version, with no, one and many items: it runs when there are any, and its items say where they are from. */

type Count = 'each' | 'one' | ((items: number) => number);

interface Sample {
  parameters: object;
  /** Items of the first output that has any; for each item one if left out. */
  gives?: Count;
  versions?: (version: number) => boolean;
}

const at = (given: number) => (version: number) => version === given;
const from = (given: number) => (version: number) => version >= given;
const before = (given: number) => (version: number) => version < given;

const condition = (type: string, leftValue: string, operation: string, rightValue: unknown) => ({
  options: { caseSensitive: true, typeValidation: 'loose' },
  combinator: 'and',
  conditions: [{ leftValue, rightValue, operator: { type, operation } }],
});
const isSmall = condition('number', '={{ $json.id }}', 'gte', 0);
const oldSmall = { number: [{ value1: '={{ $json.id }}', operation: 'largerEqual', value2: 0 }] };
const one: Count = 'one';

const samples: Record<string, Sample[]> = {
  'core.aggregate': [
    { parameters: { aggregate: 'aggregateAllItemData' }, gives: one },
    { parameters: { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'n' }] } }, gives: one },
  ],
  'core.compression': [
    { parameters: { operation: 'compress', binaryPropertyName: 'file', fileName: 'a.zip', outputFormat: 'zip' } },
  ],
  'core.convertToFile': [
    { parameters: { operation: 'csv' }, gives: one },
    { parameters: { operation: 'xlsx' }, gives: one },
    { parameters: { operation: 'toJson' }, gives: one },
    { parameters: { operation: 'toJson', mode: 'each' } },
    { parameters: { operation: 'toText', sourceProperty: 'text' } },
    { parameters: { operation: 'html' }, gives: one },
    { parameters: { operation: 'rtf' }, gives: one },
    { parameters: { operation: 'ods' }, gives: one },
  ],
  'core.crypto': [
    { parameters: { action: 'hash', type: 'SHA256', value: '={{ $json.text }}' } },
    { parameters: { action: 'generate', encodingType: 'uuid' } },
  ],
  'core.dateTime': [
    { parameters: { value: '={{ $json.date }}' }, versions: at(1) },
    { parameters: { operation: 'formatDate', date: '={{ $json.date }}' }, versions: at(2) },
    { parameters: { operation: 'addToDate', magnitude: '={{ $json.date }}', duration: 1 }, versions: at(2) },
    { parameters: { operation: 'getCurrentDate' }, versions: at(2) },
  ],
  'core.debugHelper': [{ parameters: { category: 'doNothing' } }],
  'core.executionData': [{ parameters: { dataToSave: { values: [{ key: 'k', value: 'v' }] } } }],
  'core.extractFromFile': [
    { parameters: { operation: 'text', binaryPropertyName: 'file' } },
    { parameters: { operation: 'binaryToPropery', binaryPropertyName: 'file' } },
  ],
  'core.filter': [
    { parameters: { conditions: oldSmall }, versions: before(2) },
    { parameters: { conditions: isSmall }, versions: from(2) },
  ],
  'core.htmlExtract': [
    { parameters: { dataPropertyName: 'html', extractionValues: { values: [{ key: 'p', cssSelector: 'p' }] } } },
  ],
  'core.html': [
    { parameters: { operation: 'generateHtmlTemplate', html: '<b>{{ $json.id }}</b>' } },
    {
      parameters: {
        operation: 'extractHtmlContent',
        dataPropertyName: 'html',
        extractionValues: { values: [{ key: 'p', cssSelector: 'p' }] },
      },
    },
    { parameters: { operation: 'convertToHtmlTable' }, gives: one },
  ],
  'core.iCal': [{ parameters: { title: 'A', start: '2026-05-30T10:00:00', end: '2026-05-30T11:00:00' } }],
  'core.if': [
    { parameters: { conditions: oldSmall }, versions: before(2) },
    { parameters: { conditions: isSmall }, versions: from(2) },
  ],
  'core.itemLists': [
    { parameters: { operation: 'splitOutItems', fieldToSplitOut: 'list' }, gives: (items) => 2 * items },
    { parameters: { operation: 'limit', maxItems: 3 }, gives: (items) => Math.min(3, items) },
    { parameters: { operation: 'sort', sortFieldsUi: { sortField: [{ fieldName: 'n' }] } } },
  ],
  'core.limit': [{ parameters: { maxItems: 3 }, gives: (items) => Math.min(3, items) }],
  'core.markdown': [
    { parameters: { mode: 'markdownToHtml', markdown: '=# {{ $json.text }}' } },
    { parameters: { mode: 'htmlToMarkdown', html: '={{ $json.html }}' } },
  ],
  'core.moveBinaryData': [
    { parameters: { mode: 'binaryToJson', sourceKey: 'file', setAllData: false, options: {} } },
    { parameters: { mode: 'jsonToBinary' } },
  ],
  'core.noOp': [{ parameters: {} }],
  'core.removeDuplicates': [
    { parameters: {} },
    { parameters: { compare: 'selectedFields', fieldsToCompare: 'n' }, gives: (items) => Math.min(7, items) },
  ],
  'core.renameKeys': [{ parameters: { keys: { key: [{ currentKey: 'text', newKey: 'words' }] } } }],
  'core.respondToWebhook': [{ parameters: { respondWith: 'text', responseBody: 'ok' } }],
  'core.set': [
    { parameters: { values: { string: [{ name: 'x', value: '={{ $json.id }}' }] } }, versions: before(3) },
    { parameters: { fields: { values: [{ name: 'x', stringValue: 'a' }] } }, versions: (v) => v >= 3 && v < 3.3 },
    {
      parameters: { assignments: { assignments: [{ id: '1', name: 'x', type: 'number', value: '={{ $json.id }}' }] } },
      versions: from(3.3),
    },
    { parameters: { mode: 'raw', jsonOutput: '={{ { "x": $json.id } }}' }, versions: from(3) },
  ],
  'core.sort': [{ parameters: { sortFieldsUi: { sortField: [{ fieldName: 'n', order: 'descending' }] } } }],
  'core.splitOut': [{ parameters: { fieldToSplitOut: 'list' }, gives: (items) => 2 * items }],
  'core.spreadsheetFile': [{ parameters: { operation: 'toFile', fileFormat: 'csv' }, gives: one }],
  'core.summarize': [
    {
      parameters: { fieldsToSummarize: { values: [{ aggregation: 'count', field: 'id' }] }, fieldsToSplitBy: 'n' },
      gives: (items) => Math.min(7, items),
    },
  ],
  'core.switch': [
    {
      parameters: {
        dataType: 'number',
        value1: '={{ $json.id }}',
        rules: { rules: [{ operation: 'largerEqual', value2: 0 }] },
      },
      versions: before(3),
    },
    { parameters: { rules: { values: [{ conditions: isSmall }] } }, versions: from(3) },
  ],
  'core.trainingCustomerMessenger': [{ parameters: { customerId: '1', message: 'Hi' } }],
  'core.wait': [{ parameters: { resume: 'timeInterval', amount: 0, unit: 'seconds' } }],
  'core.xml': [{ parameters: { mode: 'xmlToJson', dataPropertyName: 'xml' } }, { parameters: { mode: 'jsonToxml' } }],
};

const item = (index: number) => ({
  id: index,
  n: index % 7,
  text: `Text ${index}`,
  html: `<p>${index}</p>`,
  xml: `<a><b>${index}</b></a>`,
  date: '2026-05-30T10:00:00Z',
  list: [index, -1 - index],
});

const wanted = (gives: Count, items: number): number => {
  if (items === 0) return 0;
  if (gives === 'one') return 1;
  return gives === 'each' ? items : gives(items);
};

/** Each item of the input that one of the output is from. */
const linksOf = ({ pairedItem }: Item): number[] =>
  [pairedItem ?? []].flat().map((link) => (typeof link === 'number' ? link : link.item));

const definitions = await loadNodeTypes(Object.keys(samples));
const cases = Object.entries(samples).flatMap(([name, list]) =>
  list.flatMap(({ parameters, gives = 'each' as Count, versions = () => true }) =>
    definitions
      .filter((definition) => definition.name === name)
      .flatMap((definition) =>
        definition.versions
          .filter(versions)
          .map((typeVersion) => ({ definition, name, typeVersion, parameters, gives })),
      ),
  ),
);

test('every sample has versions that it is for', () => {
  for (const name of Object.keys(samples)) expect(cases.map((one) => one.name)).toContain(name);
});

test.each(cases)('$name $typeVersion $parameters', async ({ definition, typeVersion, parameters, gives }) => {
  for (const count of [0, 1, 300]) {
    const host = createFakeHost();
    const file = await host.store('{"a":1}', { fileName: 'a.txt', mimeType: 'text/plain' });
    const items = Array.from({ length: count }, (_, index) => ({ json: item(index), binary: { file } }));
    const { outputs, error, run } = await runNode(definition, {
      typeVersion,
      parameters: parameters as never,
      items: items as never,
      host,
    });
    expect(error?.message).toBeUndefined();
    if (count === 0) expect(run.tasks('Node')).toEqual([]);
    const given = outputs.find((list) => list && list.length > 0) ?? [];
    expect(given).toHaveLength(wanted(gives, count));
    const links = given.map(linksOf);
    for (const [index, from] of links.entries()) {
      expect(from.length).toBeGreaterThan(0);
      for (const link of from) expect(link).toBeLessThan(count);
      if (gives === 'each' && definition.name !== 'core.sort' && !('sortFieldsUi' in parameters))
        expect(from).toEqual([index]);
    }
    if (gives === 'one' && count > 0) expect(links[0]).toHaveLength(count);
  }
});
