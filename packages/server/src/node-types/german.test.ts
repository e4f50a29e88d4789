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
