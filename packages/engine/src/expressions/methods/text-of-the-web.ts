/** Addresses, markup and letters in texts. Every pattern here is linear: it takes the text of strangers. */

const label = '[a-z0-9\\u00a1-\\uffff](?:[a-z0-9_\\u00a1-\\uffff-]{0,62})';
const hostPattern = new RegExp(`^${label}(?:\\.${label}){1,10}$`, 'i');
const addressPattern = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** True for a host name with a dot, with or without port. */
export function isDomain(text: string): boolean {
  const host = text.trim().replace(/:\d{1,5}$/, '');
  return host.length < 254 && !addressPattern.test(host) && hostPattern.test(host);
}

export function isUrl(text: string): boolean {
  if (!/^(?:https?|ftps?|wss?):\/\//i.test(text.trim())) return false;
  try {
    return new URL(text.trim()).hostname !== '';
  } catch {
    return false;
  }
}

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  return (
    at > 0 &&
    name.length <= 64 &&
    /^[^\s@<>()[\],;:"\\]+$/.test(name) &&
    !name.startsWith('.') &&
    !name.includes('..') &&
    isDomain(text.slice(at + 1)) &&
    !text.slice(at).includes(':')
  );
}

/** Host of a URL, mail address, `//host` or bare host, without port. */
export function extractDomain(text: string): string | undefined {
  const trimmed = text.trim().slice(0, 10_000);
  const rest = trimmed.replace(/^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//i, '').replace(/^mailto:/i, '');
  const authority = rest.split(/[/?#\s]/, 1)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '');
  if (host === 'localhost' && /^[a-z]+:\/\//i.test(trimmed)) return host;
  return addressPattern.test(host) || (isDomain(host) && !host.includes(':')) ? host : undefined;
}

/** The first word that is a mail address. */
export function extractEmail(text: string): string | undefined {
  for (const word of text.split(/[\s<>()[\],;:"\\]/)) {
    if (!word.includes('@')) continue;
    const candidate = word.endsWith('.') ? word.slice(0, -1) : word;
    if (isEmail(candidate)) return candidate;
  }
  return undefined;
}

export function extractUrl(text: string): string | undefined {
  for (const word of text.split(/[\s<>"'`]/)) {
    const start = word.search(/(?:https?|ftps?):\/\//i);
    if (start === -1) continue;
    let url = word.slice(start);
    while (url !== '' && '.,;:!?)]}'.includes(url.slice(-1))) url = url.slice(0, -1);
    if (isUrl(url)) return url;
  }
  return undefined;
}

export function extractUrlPath(text: string): string | undefined {
  try {
    return new URL(text.trim()).pathname;
  } catch {
    return undefined;
  }
}

export function removeTags(text: string): string {
  let result = '';
  let from = 0;
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', from)) {
    const close = text.indexOf('>', open);
    if (close === -1) break;
    result += text.slice(from, open);
    if (!/[a-z/!?]/i.test(text[open + 1] ?? '')) result += text.slice(open, close + 1);
    from = close + 1;
  }
  return result + text.slice(from);
}

export function removeMarkdown(text: string): string {
  return removeTags(text)
    .split('\n')
    .map(removeMarkdownOfLine)
    .filter((line) => line !== undefined)
    .join('\n')
    .replace(/!?\[([^[\]\n]{0,1000})\]\([^()\s]{0,2000}(?: "[^"\n]{0,200}")?\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([^\n*_~]{1,1000})\1/g, '$2')
    .replace(/(?<![\w*_])([*_])(?=\S)([^\n*_]{1,1000})\1(?![\w*_])/g, '$2')
    .replace(/`([^`\n]{1,1000})`/g, '$1');
}

function removeMarkdownOfLine(line: string): string | undefined {
  if (/^\s{0,3}(?:```|~~~)/.test(line) || /^\s{0,3}(?:-{3,}|\*{3,}|_{3,}|={3,})$/.test(line)) return undefined;
  return line
    .replace(/^ {0,3}#{1,6} /, '')
    .replace(/^ {0,3}(?:> ?)+/, '')
    .replace(/^(\s{0,20})(?:[-*+]|\d{1,9}\.) /, '$1');
}

const lettersBeyondAccents = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['þ', 'th'],
  ['Þ', 'Th'],
  ['ð', 'd'],
  ['ı', 'i'],
  ['“', '"'],
  ['”', '"'],
  ['‘', "'"],
  ['’', "'"],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
]);

/** Each letter's nearest in ASCII; signs that have none stay. */
export const toAscii = (text: string): string =>
  text.replace(
    /[^\0-\x7f]/g,
    (letter) => lettersBeyondAccents.get(letter) ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  );

const wordsOf = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export const toSnakeCase = (text: string): string =>
  wordsOf(text)
    .map((word) => word.toLowerCase())
    .join('_');

const smallWords = new Set('a an and as at but by en for if in is nor of on or per the to v vs via'.split(' '));

export const toTitleCase = (text: string): string =>
  text
    .split(' ')
    .map((word, index) => (index > 0 && smallWords.has(word.toLowerCase()) ? word : capitalise(word)))
    .join(' ');

export const toSentenceCase = (text: string): string =>
  text.toLowerCase().replace(/(?:^\s{0,100}|[.!?]\s{1,100})\p{L}/gu, (start) => start.toUpperCase());

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
