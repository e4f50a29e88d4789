import { expect, test } from 'vitest';
import { createTextIndex } from './text-index.ts';
import { stemOf, tellingWords, wordsOf } from './words.ts';

const find = (texts: Record<string, string>, query: string) => {
  const search = createTextIndex(Object.entries(texts), ([name, text]) => [
    { text: name, weight: 5 },
    { text, weight: 1 },
  ]);
  return search(query).found.map(({ one: [name] }) => name);
};

test('words are compared without case, accents and endings of the plural', () => {
  expect(wordsOf('Straße, Café; E-Mail')).toEqual(['strasse', 'cafe', 'email']);
  const pairs = ['invoices invoice', 'companies company', 'Rechnungen Rechnung', 'Kategorien Kategorie', 'Bilder Bild'];
  for (const [one, other] of pairs.map(wordsOf)) expect(stemOf(one!)).toBe(stemOf(other!));
  expect(stemOf('address')).not.toBe(stemOf('add'));
});

test('words of questions say nothing, unless there are no others', () => {
  expect(tellingWords('How do I call an API?')).toEqual(['call', 'api']);
  expect(tellingWords('Wie kann ich eine Datei lesen')).toEqual(['datei', 'lesen']);
  expect(tellingWords('to do')).toEqual(['to', 'do']);
});

test('names come before texts, whole words before beginnings, and these before parts', () => {
  expect(find({ Other: 'mail', 'All mails': '', Mail: '' }, 'mail')).toEqual(['Mail', 'All mails', 'Other']);
  expect(find({ Webmail: '', Mailbox: '', Mail: '' }, 'mail')).toEqual(['Mail', 'Mailbox', 'Webmail']);
});

test('words beside each other in a name count more', () => {
  expect(find({ 'A report of the week': '', 'The week report': '' }, 'week report')).toEqual([
    'The week report',
    'A report of the week',
  ]);
});

test('what has all words comes before what has one, equals stay in their order', () => {
  expect(find({ one: 'red', all: 'red green', two: 'green' }, 'green red')).toEqual(['all', 'one', 'two']);
});

test.each([
  ['notfy', 'Notify'],
  ['recieve', 'Receive'],
  ['telegramm', 'Telegram'],
  ['Rechnug', 'Rechnungen'],
  ['spredsheets', 'Spreadsheet'],
])('%s is a mistyped word', (typed, name) => {
  expect(find({ Something: 'else', [name]: '' }, typed)).toEqual([name]);
});

test('a word that is there is not taken for a mistyped one, nor a number for another', () => {
  expect(find({ Form: '', From: '', Fort: '' }, 'form')).toEqual(['Form']);
  expect(find({ 'Error 1008': '' }, '1009')).toEqual([]);
  expect(find({ Form: '' }, 'zzzz')).toEqual([]);
});

test('other words of the same meaning are found behind, in both languages', () => {
  expect(find({ Invoices: '', Bills: '' }, 'bill')).toEqual(['Bills', 'Invoices']);
  expect(find({ 'Rechnungen senden': '' }, 'invoice')).toEqual(['Rechnungen senden']);
  expect(find({ Credentials: '', Forms: '' }, 'Anmeldedaten')).toEqual(['Credentials']);
});

test('a word is found that texts write as two', () => {
  expect(find({ 'Watch a web site': '', Webinar: '' }, 'website')).toEqual(['Watch a web site']);
});

test('says which words of the texts were found', () => {
  const search = createTextIndex(['Invoices by mail'], (text) => [{ text, weight: 1 }]);
  expect([...search('send invoice mial').terms]).toEqual(['invoices', 'mail']);
});
