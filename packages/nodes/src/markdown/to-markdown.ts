import { replacePattern } from '../conditions/pattern.ts';
import { htmlReader } from '../html/document.ts';
import { remembered } from './remembered.ts';

export interface PatternRule {
  pattern?: string;
  replacement?: string;
}

export interface MarkdownOptions {
  bulletMarker?: string;
  codeFence?: string;
  emDelimiter?: string;
  strongDelimiter?: string;
  globalEscape?: { value?: PatternRule };
  lineStartEscape?: { value?: PatternRule };
  ignore?: string;
  blockElements?: string;
  keepDataImages?: boolean;
  maxConsecutiveNewlines?: number;
  useLinkReferenceDefinitions?: boolean;
  codeBlockStyle?: 'fence' | 'indented';
  textReplace?: { values?: readonly PatternRule[] };
}

/** Stands where the library wants a pattern, and replaces in bounded time. */
class BoundedPattern extends RegExp {
  readonly #pattern: string;
  readonly #flags: string;

  constructor(pattern: string, flags: string) {
    super('', flags);
    this.#pattern = pattern;
    this.#flags = flags;
  }

  override [Symbol.replace](text: string, replacement: unknown): string {
    return replacePattern(text, this.#pattern, this.#flags, String(replacement));
  }
}

const ruleOf = ({ pattern, replacement = '' }: PatternRule = {}, flags: string): [RegExp, string] | undefined =>
  pattern ? [new BoundedPattern(pattern, flags), replacement] : undefined;

const list = (names: string | undefined): string[] | undefined => {
  const found = (names ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return found.length > 0 ? found : undefined;
};

/** Deeper, or not closed that often, HTML takes the converter seconds. */
const deepest = 200;

/** Loads the converter when it is first asked for. It throws a NodeError where elements are nested too deeply. */
export const markdownWriter = async (): Promise<(html: string, options: MarkdownOptions) => string> => {
  const [{ NodeHtmlMarkdown }, read] = await Promise.all([import('node-html-markdown'), htmlReader(deepest)]);
  const converters = remembered((options: MarkdownOptions) => {
    const given = {
      bulletMarker: options.bulletMarker,
      codeFence: options.codeFence,
      emDelimiter: options.emDelimiter,
      strongDelimiter: options.strongDelimiter,
      keepDataImages: options.keepDataImages,
      maxConsecutiveNewlines: options.maxConsecutiveNewlines,
      useLinkReferenceDefinitions: options.useLinkReferenceDefinitions,
      codeBlockStyle: options.codeBlockStyle === 'indented' ? ('indented' as const) : undefined,
      ignore: list(options.ignore),
      blockElements: list(options.blockElements),
      globalEscape: ruleOf(options.globalEscape?.value, 'gm'),
      lineStartEscape: ruleOf(options.lineStartEscape?.value, 'gm'),
      textReplace: (options.textReplace?.values ?? []).flatMap((rule) => {
        const read = ruleOf(rule, 'g');
        return read ? [read] : [];
      }),
    };
    return new NodeHtmlMarkdown(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  });
  return (html, options) => {
    read(html);
    return converters(options).translate(html);
  };
};
