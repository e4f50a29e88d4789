import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const allowedAddress = /^(?:https?:|mailto:)/i;

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escaped[character]!);

/** Markdown without HTML of its own and without pictures, which would be loaded from elsewhere. */
const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, title, tokens }) {
      const text = this.parser.parseInline(tokens);
      if (!allowedAddress.test(href)) return text;
      const hint = title ? ` title="${escapeHtml(title)}"` : '';
      return `<a href="${escapeHtml(href)}"${hint} target="_blank" rel="noopener noreferrer">${text}</a>`;
    },
  },
});

/** Markdown as HTML that is safe to show. The renderer makes none that is not; the purifier stands behind it. */
export const markdownHtml = (content: string): string =>
  DOMPurify.sanitize(markdown.parse(content, { async: false }), {
    ALLOWED_TAGS: [
      ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
      ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input'],
    ],
    ALLOWED_ATTR: ['href', 'title', 'align', 'type', 'checked', 'disabled', 'start', 'target', 'rel'],
    ALLOWED_URI_REGEXP: allowedAddress,
    // These hold no address, so that the pattern is not for them.
    ADD_URI_SAFE_ATTR: ['align', 'type', 'checked', 'disabled', 'start', 'target', 'rel'],
  });
