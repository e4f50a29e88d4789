import { type AnyNode, type Element, isElement, isNamed } from './document.ts';

/** HTML as a person reads it: paragraphs apart, lists with their marks, links and pictures with their addresses behind. */

/** Line breaks that stand before and after a block, at least. */
const breaks = new Map<string, readonly [number, number]>([
  ...['h1', 'h2', 'h3'].map((name) => [name, [3, 2]] as const),
  ...['h4', 'h5', 'h6', 'p', 'ul', 'ol', 'pre', 'blockquote', 'table', 'hr'].map((name) => [name, [2, 2]] as const),
  ...[
    'address',
    'article',
    'aside',
    'body',
    'caption',
    'dd',
    'div',
    'dl',
    'dt',
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'header',
    'li',
    'main',
    'nav',
    'section',
    'summary',
    'tr',
  ].map((name) => [name, [1, 1]] as const),
]);

const hidden = new Set(['script', 'style', 'head', 'template', 'noscript']);

class Text {
  #parts: string[] = [];
  #pendingBreaks = 0;
  #pendingSpace = false;

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  break(count: number): void {
    if (count === 0) return;
    if (!this.isEmpty) this.#pendingBreaks = Math.max(this.#pendingBreaks, count);
    this.#pendingSpace = false;
  }

  /** One more line, as `<br>` asks. */
  newLine(): void {
    this.#pendingBreaks += 1;
    this.#pendingSpace = false;
  }

  /** As it stands, with its blanks. */
  literal(text: string): void {
    if (text === '') return;
    this.#parts.push('\n'.repeat(this.#pendingBreaks), this.#pendingSpace ? ' ' : '', text);
    this.#pendingBreaks = 0;
    this.#pendingSpace = false;
  }

  inline(text: string): void {
    const words = text.replace(/[ \t\r\n\f]+/g, ' ');
    const body = words.trim();
    if (body === '') {
      this.space(words);
      return;
    }
    if (words.startsWith(' ')) this.space(words);
    this.literal(body);
    if (words.endsWith(' ')) this.#pendingSpace = true;
  }

  space(words = ' '): void {
    if (words !== '' && !this.isEmpty && this.#pendingBreaks === 0) this.#pendingSpace = true;
  }

  toString(): string {
    return this.#parts.join('').trim();
  }
}

/** @param skipped elements that are passed over */
export const toText = (nodes: readonly AnyNode[], skipped: ReadonlySet<AnyNode>): string => {
  const text = new Text();
  for (const node of nodes) write(node, text, skipped, false);
  return text.toString();
};

const write = (node: AnyNode, text: Text, skipped: ReadonlySet<AnyNode>, isUpper: boolean): void => {
  if (skipped.has(node)) return;
  if (node.type === 'text') text.inline(isUpper ? node.data.toUpperCase() : node.data);
  else if (isElement(node)) writeElement(node, text, skipped, isUpper);
};

const writeElement = (element: Element, text: Text, skipped: ReadonlySet<AnyNode>, isUpper: boolean): void => {
  const { name = '', children } = element;
  if (hidden.has(name)) return;
  const inside = (isUpperInside = isUpper) => {
    for (const child of children) write(child, text, skipped, isUpperInside);
  };
  const [before, after] = breaks.get(name) ?? [0, 0];
  text.break(before);
  switch (name) {
    case 'br':
      text.newLine();
      break;
    case 'hr':
      text.literal('-'.repeat(40));
      break;
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      inside(true);
      break;
    case 'a':
      inside();
      writeAddress(element.attribs.href, text);
      break;
    case 'img':
      text.inline(element.attribs.alt ?? '');
      writeAddress(element.attribs.src, text);
      break;
    case 'ul':
    case 'ol':
      writeList(element, text, skipped, isUpper);
      break;
    case 'blockquote':
      writeIndented(toText(children, skipped), '> ', text);
      break;
    case 'pre':
      text.literal(plainTextOf(element));
      break;
    case 'td':
    case 'th':
      text.space();
      inside();
      break;
    default:
      inside();
  }
  text.break(after);
};

const writeAddress = (address: string | undefined, text: Text): void => {
  if (!address || address.startsWith('#')) return;
  text.space();
  text.literal(`[${address.replace(/^mailto:/, '')}]`);
};

const writeList = (list: Element, text: Text, skipped: ReadonlySet<AnyNode>, isUpper: boolean): void => {
  let number = Number(list.attribs.start ?? 1) || 1;
  for (const child of list.children) {
    if (skipped.has(child)) continue;
    if (!isElement(child) || child.name !== 'li') {
      write(child, text, skipped, isUpper);
      continue;
    }
    const mark = list.name === 'ol' ? ` ${number++}. ` : ' * ';
    text.break(1);
    writeIndented(toText(child.children, skipped), mark, text, ' '.repeat(mark.length));
  }
};

const writeIndented = (block: string, mark: string, text: Text, following = mark): void => {
  if (block !== '')
    text.literal(
      block
        .split('\n')
        .map((line, index) => (index === 0 ? mark : following) + line)
        .join('\n'),
    );
};

const plainTextOf = (node: AnyNode): string => {
  if (node.type === 'text') return node.data;
  if (isNamed(node, 'br')) return '\n';
  return isElement(node) ? node.children.map(plainTextOf).join('') : '';
};
