import type { ParameterDefinition } from '@millrace/contract';
import { credentialIssues, parameterIssues } from '@millrace/engine';
import { expect, test } from 'vitest';
import { german } from '../messages/de/index.ts';
import { translateIssue } from './issue-message.ts';

const texts: Readonly<Record<string, string>> = german;
const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
  (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
const inGerman = (message: string) => translateIssue(message, say);

const parameter = (definition: object, value: unknown) =>
  parameterIssues([{ name: 'p', displayName: 'P', default: '', ...definition } as ParameterDefinition], { p: value }, 1)
    .map(({ message }) => message)
    .map(inGerman);

const numbers = { minValue: 2, maxValue: 9, numberPrecision: 1 };
const group = { name: 'g', displayName: 'G', values: [] };

test.each([
  [{ type: 'string', required: true }, '', 'Dieses Feld ist erforderlich'],
  [{ type: 'string' }, {}, 'Dies muss Text sein'],
  [{ type: 'number' }, 'x', 'Dies muss eine Zahl sein'],
  [{ type: 'number', typeOptions: numbers }, 1, 'Dies muss mindestens 2 sein'],
  [{ type: 'number', typeOptions: numbers }, 10, 'Dies darf höchstens 9 sein'],
  [{ type: 'number', typeOptions: numbers }, 2.25, 'Dies darf höchstens 1 Nachkommastellen haben'],
  [{ type: 'number', typeOptions: { numberPrecision: 0 } }, 2.5, 'Dies muss eine ganze Zahl sein'],
  [{ type: 'boolean' }, 'x', 'Dies muss true oder false sein'],
  [{ type: 'dateTime' }, 'x', 'Dies muss ein Datum sein'],
  [{ type: 'json' }, '{', 'Dies ist kein gültiges JSON'],
  [{ type: 'options', options: [] }, 'x "y"', 'Der Wert „x "y"“ wird nicht unterstützt!'],
  [{ type: 'multiOptions', options: [] }, 'x', 'Dies muss eine Liste sein'],
  [{ type: 'collection', options: [] }, 'x', 'Dies muss ein Objekt sein'],
  [{ type: 'filter' }, 'x', 'Dies muss eine Liste von Bedingungen sein'],
  [
    { type: 'filter', typeOptions: { filter: { maxConditions: 1 } } },
    { conditions: [1, 2] },
    'Hier sind höchstens 1 Bedingungen möglich',
  ],
  [{ type: 'assignmentCollection' }, 'x', 'Dies muss eine Liste von Zuweisungen sein'],
  [{ type: 'resourceMapper' }, 'x', 'Dies muss eine Zuordnung von Spalten sein'],
  [{ type: 'icon' }, 1, 'Dies muss ein Symbol sein'],
  [
    { type: 'fixedCollection', options: [group], typeOptions: { minRequiredFields: 1 } },
    {},
    'Hier ist mindestens 1 Eintrag nötig',
  ],
  [
    { type: 'fixedCollection', options: [group], typeOptions: { maxAllowedFields: 2 } },
    { g: [1, 2, 3] },
    'Hier sind höchstens 2 Einträge möglich',
  ],
  [{ type: 'string', validateType: 'url' }, 'a b', 'Erwartet wird eine URL, vorhanden ist "a b"'],
  [{ type: 'string', validateType: 'number' }, 'a', 'Erwartet wird eine Zahl, vorhanden ist "a"'],
])('of %o with %o it is said in German: %s', (definition, value, expected) => {
  expect(parameter(definition, value)).toEqual([expected]);
});

test('what is wrong with credentials is said in German', () => {
  const type = { name: 't', aliases: [], credentials: [{ name: 'api', required: true }] };
  const known = { titleOf: () => 'Some API', ofType: () => [], hasOthers: false };
  const issues = (credentials?: Record<string, string>) =>
    credentialIssues({ parameters: {}, credentials }, type as never, known as never).flatMap(({ message, hint = '' }) =>
      [message, hint].map(inGerman),
    );
  expect(issues()).toEqual(['Zugangsdaten für „Some API“ sind nicht gewählt.', '']);
  expect(issues({ api: 'Mine' })).toEqual([
    'Für „Some API“ gibt es keine Zugangsdaten mit dem Namen „Mine“.',
    'Lege Zugangsdaten mit genau diesem Namen an oder wähle andere.',
  ]);
});

test('what is not known is said as it is', () => {
  expect(inGerman('Something else')).toBe('Something else');
});
