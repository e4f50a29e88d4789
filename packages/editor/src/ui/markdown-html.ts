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

/** What a page of the documentation may do beyond what people write: have places that are led to, and lead to other pages. */
export interface PageMarkdown {
  /** Where an address that is none of the web leads; undefined: nowhere, and the words stay. */
  linkOf(href: string): string | undefined;
  imageOf(href: string): string | undefined;
  /** The name of a heading in addresses. Asked for each of them in their order. */
  slugOf(heading: string): string;
}

/** Begins the ids of headings: an id by itself could be one that the page knows. */
export const headingPrefix = 'section-';

const ownAddress = /^\/(?!\/)/;
const pageAddress = new RegExp(`${allowedAddress.source}|${ownAddress.source}`, 'i');

const attributes = (named: Record<string, string | undefined>): string =>
  Object.entries(named)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`))
    .join('');

/** Markdown without HTML of its own. @param wanted addresses of images that may be loaded */
const markdownFor = (wanted: ReadonlySet<string>, page?: PageMarkdown) =>
  new Marked({
    gfm: true,
    breaks: !page,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ href, text }) => {
        const own = page?.imageOf(href);
        return own === undefined
          ? imageHtml(href, text, wanted.has(href))
          : `<img${attributes({ src: own, alt: text })}>`;
      },
      link({ href, title, tokens }) {
        const text = this.parser.parseInline(tokens);
        const own = page?.linkOf(href);
        if (own !== undefined) return `<a${attributes({ href: own, title: title ?? undefined })}>${text}</a>`;
        if (!allowedAddress.test(href)) return text;
        return `<a${attributes({ href, title: title ?? undefined, target: '_blank', rel: 'noopener noreferrer' })}>${text}</a>`;
      },
      ...(page && {
        heading({ depth, text, tokens }) {
          const slug = page.slugOf(text);
          const inner = this.parser.parseInline(tokens);
          const link =
            depth === 1 ? '' : `<a${attributes({ href: page.linkOf(`#${slug}`), 'aria-label': `#${slug}` })}>#</a>`;
          return `<h${depth}${attributes({ id: headingPrefix + slug })}>${inner}${link}</h${depth}>`;
        },
        code: ({ text }) =>
          `<pre tabindex="0"><code>${escapeHtml(text)}</code><button type="button" data-copy="">${escapeHtml(t('shell.copy'))}</button></pre>`,
      }),
    },
  });

const noImages: ReadonlySet<string> = new Set();

/** They hold no address, so that the pattern of those is not for them. */
const attributesWithoutAddress =
  'alt class referrerpolicy align type checked disabled start target rel id aria-label data-copy tabindex'.split(' ');

/** Markdown as HTML that is safe to show. The renderer makes none that is not; the purifier stands behind it. */
export const markdownHtml = (content: string, wantedImages = noImages, page?: PageMarkdown): string =>
  DOMPurify.sanitize(markdownFor(wantedImages, page).parse(content, { async: false }), {
    ALLOWED_TAGS: [
      ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
      ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input', 'img', 'button'],
    ],
    ALLOWED_ATTR: ['src', 'data-image', 'href', 'title', ...attributesWithoutAddress],
    ALLOWED_URI_REGEXP: page ? pageAddress : allowedAddress,
    ADD_URI_SAFE_ATTR: attributesWithoutAddress,
  });
