import { shownTextsOf } from '@millrace/contract';
import { bundledLibrary } from '@millrace/nodes';
import { expect, test } from 'vitest';
import { withHostSettings } from '../credentials/host-settings.ts';

const { catalogue } = bundledLibrary;

test('all that people read of the bundled nodes and credentials is there in German', () => {
  const german = catalogue.texts('de');
  const texts = shownTextsOf([JSON.parse(catalogue.list('whole')), catalogue.credentialTypes().map(withHostSettings)]);
  // What is no word of a language is shown as it is.
  const words = texts.filter((text) => /[a-z]{3}/i.test(text) && !text.startsWith('='));
  expect(words.filter((text) => !Object.hasOwn(german, text))).toEqual([]);
});

test('what stands below a node on the canvas is made of choices, which are there in German, and not of words', () => {
  const types: { name: string; subtitle?: string }[] = JSON.parse(catalogue.list('whole'));
  // A word that something is compared with is a stored value; those that are left are the same in both languages.
  const words = types.flatMap(({ name, subtitle = '' }) =>
    [...subtitle.replace(/[!=]== "[^"]*"/g, '').matchAll(/"([^"]*[a-z]{3}[^"]*)"/gi)].map(
      ([, word]) => `${name}: ${word}`,
    ),
  );
  expect(new Set(words)).toEqual(new Set(['core.code: Python', 'core.set: JSON']));
});
