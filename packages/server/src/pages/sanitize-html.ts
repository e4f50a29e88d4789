import { attribute, Html, html } from './html.ts';

/** HTML that people write into forms, as far as it is text, pictures, links and tables. */

const tags = new Set(
  'a abbr b blockquote br code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
/** Left out with what is in them. */
const dropped = new Set(
  'script style iframe object embed noscript template svg math title textarea select button'.split(' '),
);
const empty = new Set(['br', 'hr', 'img']);
const attributes: Readonly<Record<string, readonly string[]>> = {
  img: ['alt', 'width', 'height'],
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'headers', 'scope'],
  ol: ['start'],
  abbr: ['title'],
};

const isAddress = (text: string | undefined, schemes: readonly string[]): boolean => {
  const url = URL.parse((text ?? '').trim());
  return url !== null && schemes.includes(url.protocol);
};

const isPicture = (text: string | undefined): boolean =>
  isAddress(text, ['https:', 'http:']) ||
  /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=]*$/i.test(text?.trim() ?? '');

const openTag = (name: string, given: Record<string, string>): string => {
  const known = (attributes[name] ?? []).map((key) => attribute(key, given[key]).text).join('');
  if (name === 'a' && isAddress(given.href, ['https:', 'http:', 'mailto:', 'tel:']))
    return `<a${attribute('href', given.href).text} target="_blank" rel="noopener noreferrer">`;
  if (name === 'img') return isPicture(given.src) ? `<img${attribute('src', given.src).text}${known}>` : '';
  return `<${name}${known}>`;
};

export interface SafeHtml {
  html: Html;
  hasPictures: boolean;
}

/** Text without a tag is a text of its lines. */
export const sanitizeHtml = async (text: string): Promise<SafeHtml> => {
  if (!/[<&]/.test(text)) return { html: html`<p class="text">${text.trim()}</p>`, hasPictures: false };
  const { Parser } = await import('htmlparser2');
  const pieces: string[] = [];
  let depth = 0;
  let hasPictures = false;
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (dropped.has(name)) depth++;
        if (depth > 0 || !tags.has(name)) return;
        const tag = openTag(name, given);
        hasPictures ||= name === 'img' && tag !== '';
        pieces.push(tag);
      },
      ontext: (given) => void (depth === 0 && pieces.push(html`${given}`.text)),
      onclosetag(name) {
        if (depth === 0 && tags.has(name) && !empty.has(name)) pieces.push(`</${name}>`);
        if (dropped.has(name) && depth > 0) depth--;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(text);
  const isText = !/<[a-z]/i.test(
    pieces.join('').replaceAll(/<\/?(a|abbr|b|br|code|em|i|s|small|span|strong|sub|sup|u)\b/gi, ''),
  );
  const inner = new Html(pieces.join(''));
  return { html: isText ? html`<p class="text">${inner}</p>` : html`<div class="rich">${inner}</div>`, hasPictures };
};
