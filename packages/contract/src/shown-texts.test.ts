import { expect, test } from 'vitest';
import { shownTextsOf, withShownTexts } from './shown-texts.ts';

test('what people read of a type is translated, and what workflows store is not', () => {
  const type = {
    name: 'core.set',
    displayName: 'Edit Fields',
    description: 'Changes items',
    defaults: { name: 'Edit Fields' },
    outputNames: ['Kept', 'Dropped'],
    properties: [
      {
        name: 'Mode',
        displayName: 'Mode',
        default: 'Mode',
        options: [{ name: 'Mode', value: 'Mode', description: 'Changes items' }],
      },
    ],
  };
  const texts = { 'Edit Fields': 'Felder', 'Changes items': 'Ändert Elemente', Mode: 'Modus', Kept: 'Behalten' };
  const change = (text: string) => new Map(Object.entries(texts)).get(text) ?? text;
  expect(shownTextsOf(type)).toEqual(['Edit Fields', 'Changes items', 'Kept', 'Dropped', 'Mode']);
  expect(withShownTexts(type, change)).toEqual({
    name: 'core.set',
    displayName: 'Felder',
    description: 'Ändert Elemente',
    defaults: { name: 'Felder' },
    outputNames: ['Behalten', 'Dropped'],
    properties: [
      {
        name: 'Mode',
        displayName: 'Modus',
        default: 'Mode',
        options: [{ name: 'Modus', value: 'Mode', description: 'Ändert Elemente' }],
      },
    ],
  });
});
