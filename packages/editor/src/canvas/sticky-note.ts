import type { WorkflowNode } from '@millrace/contract';
import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/** A sticky note is a node of the public format that never runs; its text, size and colour are parameters. */

/** Notes are known by the end of their type's name, in our own and in imported workflows. */
export const isStickyNote = (type: string): boolean => type === 'stickyNote' || type.endsWith('.stickyNote');

export const noteSize = { width: 240, height: 160, minWidth: 120, minHeight: 80 };

export const noteColors = [1, 2, 3, 4, 5, 6, 7] as const;

export interface NoteLook {
  content: string;
  width: number;
  height: number;
  /** 1 to 7, a colour of the theme. */
  color: number;
}

export const noteLook = ({ parameters = {} }: Pick<WorkflowNode, 'parameters'>): NoteLook => ({
  content: typeof parameters.content === 'string' ? parameters.content : '',
  width: sizeOr(parameters.width, noteSize.width),
  height: sizeOr(parameters.height, noteSize.height),
  color: noteColors.find((color) => color === Number(parameters.color)) ?? 1,
});

const sizeOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : fallback;

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

/** Markdown of a note as HTML that is safe to show. The renderer makes none that is not; the purifier stands behind it. */
export const noteHtml = (content: string): string =>
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
