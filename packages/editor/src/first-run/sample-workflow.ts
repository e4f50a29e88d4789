import { t } from '../messages/first-run.ts';
import { openImport } from '../workflow/open-import.ts';
import type { Opening } from '../workflow/opening.ts';

/** Opens a new workflow that shows what there is, with nothing to be set up: it needs no account and no network. */
export const openSample = (signal: AbortSignal): Promise<Opening> =>
  openImport(sampleWorkflow(), t('sample.name'), signal);

const racers = [
  { name: 'Turbo', shell: 'red', age: 2 },
  { name: 'Gary', shell: 'pink', age: 7 },
  { name: 'Flash', shell: 'yellow', age: 1 },
  { name: 'Shelly', shell: 'blue', age: 4 },
  { name: 'Speedy', shell: 'green', age: 3 },
  { name: 'Escargot', shell: 'brown', age: 9 },
];

interface Field {
  name: string;
  value: string;
  type?: 'string' | 'number';
}

/** Fields that are set, beside those that there are. */
const setting = (fields: readonly Field[], more: object = {}) => ({
  assignments: {
    assignments: fields.map(({ name, value, type = 'string' }, index) => ({ id: `f${index}`, name, value, type })),
  },
  includeOtherFields: true,
  ...more,
});

const limit = 60;

/** In the language of the editor, in the public format. No node is read by its name, so the names can be any words. */
const sampleWorkflow = () => {
  const medals = [t('sample.medal.gold'), t('sample.medal.silver'), t('sample.medal.bronze')];
  const nodes = [
    { id: 'start', type: 'core.manualTrigger', typeVersion: 1, name: t('sample.start'), position: [0, 0] },
    {
      id: 'racers',
      type: 'core.set',
      typeVersion: 3.4,
      name: t('sample.racers'),
      position: [220, 0],
      parameters: { mode: 'raw', jsonOutput: JSON.stringify({ snails: racers }, null, 2) },
    },
    {
      id: 'split',
      type: 'core.splitOut',
      typeVersion: 1,
      name: t('sample.split'),
      position: [440, 0],
      parameters: { fieldToSplitOut: 'snails' },
    },
    {
      id: 'race',
      type: 'core.set',
      typeVersion: 3.4,
      name: t('sample.race'),
      position: [660, 0],
      parameters: setting([
        { name: 'seconds', value: '={{ (30 + $json.age * 3 + Math.random() * 40).round(1) }}', type: 'number' },
      ]),
    },
    {
      id: 'sort',
      type: 'core.sort',
      typeVersion: 1,
      name: t('sample.sort'),
      position: [880, 0],
      parameters: { sortFieldsUi: { sortField: [{ fieldName: 'seconds', order: 'ascending' }] } },
    },
    {
      id: 'if',
      type: 'core.if',
      typeVersion: 2.2,
      name: t('sample.if'),
      position: [1100, 0],
      parameters: {
        conditions: {
          options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
          conditions: [
            {
              id: 'c',
              leftValue: '={{ $json.seconds }}',
              rightValue: limit,
              operator: { type: 'number', operation: 'lt' },
            },
          ],
          combinator: 'and',
        },
        options: {},
      },
    },
    {
      id: 'home',
      type: 'core.set',
      typeVersion: 3.4,
      name: t('sample.home'),
      position: [1340, -110],
      parameters: setting([
        { name: 'result', value: `={{ ${JSON.stringify(medals)}[$itemIndex] ?? "${t('sample.home.result')}" }}` },
      ]),
    },
    {
      id: 'late',
      type: 'core.set',
      typeVersion: 3.4,
      name: t('sample.late'),
      position: [1340, 110],
      parameters: setting([{ name: 'result', value: t('sample.late.result') }]),
    },
    {
      id: 'merge',
      type: 'core.merge',
      typeVersion: 3.2,
      name: t('sample.merge'),
      position: [1580, 0],
      parameters: {},
    },
    {
      id: 'table',
      type: 'core.set',
      typeVersion: 3.4,
      name: t('sample.table'),
      position: [1800, 0],
      parameters: setting(
        [
          { name: t('sample.column.place'), value: '={{ $itemIndex + 1 }}', type: 'number' },
          { name: t('sample.column.snail'), value: '={{ $json.name }}' },
          { name: t('sample.column.time'), value: '={{ $json.seconds }} s' },
          { name: t('sample.column.result'), value: '={{ $json.result }}' },
        ],
        { includeOtherFields: false },
      ),
    },
    note('about', t('sample.note.about'), [-60, -260], 400, 4),
    note('items', t('sample.note.items'), [380, -260], 360, 5),
    note('expressions', t('sample.note.expressions'), [780, -260], 360, 6),
    note('branches', t('sample.note.branches'), [1240, -340], 340, 7),
    note('end', t('sample.note.end'), [1620, -260], 340, 4),
  ];
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)!.name;
  const to = (id: string, index = 0) => ({ node: nameOf(id), type: 'main', index });
  const wires: [from: string, outputs: ReturnType<typeof to>[][]][] = [
    ['start', [[to('racers')]]],
    ['racers', [[to('split')]]],
    ['split', [[to('race')]]],
    ['race', [[to('sort')]]],
    ['sort', [[to('if')]]],
    ['if', [[to('home')], [to('late')]]],
    ['home', [[to('merge')]]],
    ['late', [[to('merge', 1)]]],
    ['merge', [[to('table')]]],
  ];
  return {
    nodes,
    connections: Object.fromEntries(wires.map(([from, main]) => [nameOf(from), { main }])),
    settings: {},
  };
};

const note = (id: string, content: string, position: [number, number], width: number, color: number) => ({
  id,
  type: 'core.stickyNote',
  typeVersion: 1,
  name: `${t('sample.note')} ${id}`,
  position,
  parameters: { content, width, height: 160, color },
});
