import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { t } from '../messages/index.ts';

const allowedAddress = /^(?:https?:|mailto:)/i;

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escaped[character]!);

const ownImage = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;

/** Its own, as data; one of another host is loaded when the person has asked for it: the host would learn who reads this, and when. */
const imageHtml = (href: string, text: string, isWanted: boolean): string => {
  const alt = escapeHtml(text);
  const isForeign = /^https:/i.test(href) && URL.canParse(href);
  if (ownImage.test(href) || (isForeign && isWanted))
    return `<img src="${escapeHtml(href)}" alt="${alt}" referrerpolicy="no-referrer">`;
  if (!isForeign) return alt;
  const label = t('shell.image.show', { host: new URL(href).host });
  return `<button type="button" class="nodrag" data-image="${escapeHtml(href)}">${[alt, escapeHtml(label)].filter(Boolean).join(' · ')}</button>`;
};

/** Markdown without HTML of its own. @param wanted addresses of images that may be loaded */
const markdownFor = (wanted: ReadonlySet<string>) =>
  new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ href, text }) => imageHtml(href, text, wanted.has(href)),
      link({ href, title, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (!allowedAddress.test(href)) return text;
        const hint = title ? ` title="${escapeHtml(title)}"` : '';
        return `<a href="${escapeHtml(href)}"${hint} target="_blank" rel="noopener noreferrer">${text}</a>`;
      },
    },
  });

const noImages: ReadonlySet<string> = new Set();

/** They hold no address, so that the pattern of those is not for them. */
const attributesWithoutAddress = 'alt class referrerpolicy align type checked disabled start target rel'.split(' ');

/** Markdown as HTML that is safe to show. The renderer makes none that is not; the purifier stands behind it. */
export const markdownHtml = (content: string, wantedImages = noImages): string =>
  DOMPurify.sanitize(markdownFor(wantedImages).parse(content, { async: false }), {
    ALLOWED_TAGS: [
      ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
      ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input', 'img', 'button'],
    ],
    ALLOWED_ATTR: ['src', 'data-image', 'href', 'title', ...attributesWithoutAddress],
    ALLOWED_URI_REGEXP: allowedAddress,
    ADD_URI_SAFE_ATTR: attributesWithoutAddress,
  });
