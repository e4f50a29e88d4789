import { expect, test } from 'vitest';
import { parameterDefinitionSchema } from './schema.ts';

/** A parameter as packages describe it, with keys that are newer than this, at each level. */
const sheet = {
  name: 'sheet',
  displayName: 'Sheet',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  builderHint: { propertyHint: 'Choose a sheet' },
  disabledOptions: { show: { mode: ['auto'] }, showOnDeployment: 'cloud' },
  validateType: 'string',
  typeOptions: { loadOptionsDependsOn: ['document.value'], later: { a: [1] } },
  modes: [
    {
      name: 'url',
      displayName: 'By URL',
      type: 'string',
      initType: 'x',
      validation: [{ type: 'regex', properties: { regex: 'https://.+', errorMessage: 'No address' } }],
      extractValue: { type: 'regex', regex: 'https://(.+)' },
    },
  ],
  routing: { send: { type: 'body', property: 'sheet' }, later: true },
};

test('what a definition says that this does not know survives', () => {
  expect(parameterDefinitionSchema.parse(sheet)).toEqual(sheet);
});

test.each([
  ['validateType', { ...sheet, validateType: 'anything' }],
  ['routing', { ...sheet, routing: { send: { type: 'nowhere' } } }],
  ['typeOptions', { ...sheet, typeOptions: { resourceMapper: { mode: 'mirror' } } }],
  ['modes', { ...sheet, modes: [{ name: 'url' }] }],
])('what it knows must be right: %s', (place, definition) => {
  const { error } = parameterDefinitionSchema.safeParse(definition);
  expect(error?.issues[0]?.path[0]).toBe(place);
});
