import { NodeError } from '@millrace/engine/node-api';
import type { MarkedExtension, Tokens } from 'marked';
import { emojiOf } from './emoji.ts';
import { remembered } from './remembered.ts';

export interface HtmlOptions {
  openLinksInNewWindow?: boolean;
  simplifiedAutoLink?: boolean;
  backslashEscapesHTMLTags?: boolean;
  completeHTMLDocument?: boolean;
  customizedHeaderId?: boolean;
  emoji?: boolean;
  encodeEmails?: boolean;
  ghCodeBlocks?: boolean;
  ghCompatibleHeaderId?: boolean;
  ghMentionsLink?: string;
  ghMentions?: boolean;
  tasklists?: boolean;
  headerLevelStart?: number;
  requireSpaceBeforeHeadingText?: boolean;
  literalMidWordAsterisks?: boolean;
  noHeaderId?: boolean;
  parseImgDimensions?: boolean;
  prefixHeaderId?: string;
  rawHeaderId?: boolean;
  rawPrefixHeaderId?: boolean;
  simpleLineBreaks?: boolean;
  smartIndentationFix?: boolean;
  strikethrough?: boolean;
  tablesHeaderId?: boolean;
  tables?: boolean;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

const asEntities = (text: string): string => [...text].map((character) => `&#${character.codePointAt(0)};`).join('');

/** Ids of headings as the options say, each once. */
const createIds = (options: HtmlOptions) => {
  const used = new Map<string, number>();
  const slug = (text: string): string => {
    const plain = text.toLowerCase().replace(/<[^>]*>/g, '');
    if (options.ghCompatibleHeaderId) return plain.replace(/ /g, '-').replace(/[^\p{L}\p{N}_-]/gu, '');
    if (options.rawHeaderId) return plain.replace(/[\s'"]/g, '-');
    return plain.replace(/[^\p{L}\p{N}_]/gu, '');
  };
  const of = (text: string): string => {
    const prefix = options.prefixHeaderId ?? '';
    const id = (options.rawPrefixHeaderId ? prefix : slug(prefix)) + slug(text);
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
  return { of, forget: () => used.clear() };
};

const withoutIndentation = (markdown: string): string => {
  const lines = markdown.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...(indents.length > 0 ? indents : [0]));
  return lines.map((line) => line.slice(Math.min(shared, line.length - line.trimStart().length))).join('\n');
};

/** In texts, not in code: pictures of emoji, and links of mentions. */
const inTexts = (options: HtmlOptions): MarkedExtension => ({
  extensions: [
    {
      name: 'emoji',
      level: 'inline',
      start: (text) => (options.emoji ? text.indexOf(':') : undefined),
      tokenizer(text) {
        const [raw, name = ''] = (options.emoji && /^:([a-z0-9_+-]{1,40}):/.exec(text)) || [];
        const found = raw === undefined ? undefined : emojiOf(name);
        return raw !== undefined && found !== undefined ? { type: 'emoji', raw, text: found } : undefined;
      },
      renderer: ({ text }) => String(text),
    },
    {
      name: 'mention',
      level: 'inline',
      start: (text) => (options.ghMentions ? text.search(/(?<![\w.])@/) : undefined),
      tokenizer(text) {
        const [raw, name] = (options.ghMentions && /^@([a-z\d](?:[a-z\d-]{0,37}[a-z\d])?)/i.exec(text)) || [];
        return raw === undefined ? undefined : { type: 'mention', raw, name };
      },
      renderer: ({ raw, name }) => {
        const address = (options.ghMentionsLink || 'https://github.com/{u}').replaceAll('{u}', String(name));
        return `<a href="${escaped(address)}">${raw}</a>`;
      },
    },
  ],
});

/** What the options leave out is text. */
const tokenizers = (options: HtmlOptions): MarkedExtension['tokenizer'] => ({
  // A tokenizer that gives undefined finds nothing; one that gives false leaves it to the usual one.
  table: () => (options.tables ? false : undefined),
  del: () => (options.strikethrough ? false : undefined),
  url: () => (options.simplifiedAutoLink ? false : undefined),
  fences: () => (options.ghCodeBlocks === false ? undefined : false),
  emStrong(source, _masked, previous = '') {
    const isWithinWord = options.literalMidWordAsterisks && source.startsWith('*') && /[\p{L}\p{N}]/u.test(previous);
    return isWithinWord ? undefined : false;
  },
  heading(source) {
    if (options.requireSpaceBeforeHeadingText) return false;
    const [raw, marks = '', text = ''] = /^ {0,3}(#{1,6})([^#\s][^\n]*)(?:\n+|$)/.exec(source) ?? [];
    if (raw === undefined) return false;
    const title = text.replace(/\s+#*\s*$/, '').trim();
    return { type: 'heading', raw, depth: marks.length, text: title, tokens: this.lexer.inline(title) };
  },
  link(source) {
    if (!options.parseImgDimensions) return false;
    const [raw, alt = '', href = '', width, height] =
      /^!\[([^\]\n]*)\]\(\s*<?([^\s>)]+)>?\s+=(\d+(?:px|%|em)?|\*)x(\d+(?:px|%|em)?|\*)\s*\)/.exec(source) ?? [];
    if (raw === undefined) return false;
    return { type: 'image', raw, href, title: null, text: alt, tokens: [], width, height } as Tokens.Image;
  },
});

const renderers = (options: HtmlOptions, idOf: (text: string) => string): MarkedExtension['renderer'] => {
  const first = Math.min(6, Math.max(1, Math.floor(options.headerLevelStart ?? 1)));
  return {
    heading({ tokens, depth, text }) {
      const level = Math.min(6, depth + first - 1);
      const inside = this.parser.parseInline(tokens);
      if (options.noHeaderId) return `<h${level}>${inside}</h${level}>\n`;
      const [own = '', id = ''] = (options.customizedHeaderId && / ?\{([\w-]+)\}\s*$/.exec(text)) || [];
      const title = own === '' ? inside : inside.slice(0, inside.length - own.length);
      return `<h${level} id="${escaped(id || idOf(text))}">${title}</h${level}>\n`;
    },
    link({ href, title, tokens }) {
      const isMail = /^mailto:/i.test(href) && options.encodeEmails !== false;
      const inside = this.parser.parseInline(tokens);
      const address = isMail ? asEntities(href) : escaped(href);
      const more = [
        title ? ` title="${escaped(title)}"` : '',
        options.openLinksInNewWindow ? ' rel="noopener noreferrer" target="_blank"' : '',
      ].join('');
      return `<a href="${address}"${more}>${isMail && inside.includes('@') ? asEntities(inside) : inside}</a>`;
    },
    image({ href, title, text, width, height }: Tokens.Image & { width?: string; height?: string }) {
      const size = [
        width && width !== '*' ? ` width="${width}"` : '',
        height && height !== '*' ? ` height="${height}"` : '',
      ].join('');
      return `<img src="${escaped(href)}" alt="${escaped(text)}"${title ? ` title="${escaped(title)}"` : ''}${size} />`;
    },
    checkbox: ({ checked }) => {
      if (!options.tasklists) return checked ? '[x] ' : '[ ] ';
      return `<input type="checkbox" disabled${checked ? ' checked' : ''}> `;
    },
    tablecell({ tokens, header, align, text }) {
      const name = header ? 'th' : 'td';
      const id = header && options.tablesHeaderId ? ` id="${escaped(idOf(text))}"` : '';
      const style = align ? ` style="text-align:${align};"` : '';
      return `<${name}${id}${style}>${this.parser.parseInline(tokens)}</${name}>\n`;
    },
  };
};

const documentOf = (body: string): string =>
  `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n</head>\n<body>\n${body}\n</body>\n</html>`;

const parsed = (parse: () => string): string => {
  try {
    return parse();
  } catch (error) {
    throw new NodeError('The Markdown is nested too deeply', { cause: error });
  }
};

/** Loads the converter when it is first asked for. HTML within Markdown stays as it is. */
export const htmlWriter = async (): Promise<(markdown: string, options: HtmlOptions) => string> => {
  const { Marked } = await import('marked');
  const convertersBy = remembered((options: HtmlOptions) => {
    const ids = createIds(options);
    const marked = new Marked(
      { gfm: true, breaks: options.simpleLineBreaks ?? false, async: false },
      inTexts(options),
      { tokenizer: tokenizers(options) ?? {}, renderer: renderers(options, ids.of) ?? {} },
    );
    return (markdown: string): string => {
      ids.forget();
      return parsed(() => marked.parse(markdown) as string).trim();
    };
  });
  return (markdown, options) => {
    const unescaped = options.backslashEscapesHTMLTags
      ? markdown.replace(/\\(<\/?[a-z][^>\n]*>)/gi, (_, tag) => escaped(tag))
      : markdown;
    const html = convertersBy(options)(options.smartIndentationFix ? withoutIndentation(unescaped) : unescaped);
    return options.completeHTMLDocument ? documentOf(html) : html;
  };
};
