/** Where in a text a position is: in which code, in which string, behind which operand. The text may be unfinished, so it is read and not parsed. */

/** Start of the code of the `{{ }}` that the position lies in; undefined outside of any. */
export function codeStartAt(text: string, position: number): number | undefined {
  let open = text.indexOf('{{');
  while (open !== -1 && open + 2 <= position) {
    const start = open + 2;
    if (text[open - 1] === '\\') {
      open = text.indexOf('{{', start);
      continue;
    }
    const end = codeEnd(text, start);
    if (position <= end) return start;
    open = text.indexOf('{{', end);
  }
  return undefined;
}

/** Where the code ends: at braces that no string contains, or at the end of the text. */
function codeEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const mark = text[index] as string;
    if (isQuote(mark)) {
      const end = closingQuote(text, index);
      if (end !== undefined) index = end;
    } else if (text.startsWith('}}', index) && text[index - 1] !== '\\') return index;
  }
  return text.length;
}

const isQuote = (mark: string): boolean => mark === "'" || mark === '"' || mark === '`';

/** The quote that closes the one at `open`; undefined if there is none on its line. */
function closingQuote(text: string, open: number): number | undefined {
  const quote = text[open];
  for (let index = open + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index;
    else if (text[index] === '\n' && quote !== '`') return undefined;
  }
  return undefined;
}

/** The quote in which the code ends, or undefined if it ends outside of any. */
export function openQuoteOf(code: string): number | undefined {
  for (let index = 0; index < code.length; index += 1) {
    if (!isQuote(code[index] as string)) continue;
    const end = closingQuote(code, index);
    if (end === undefined) {
      const isOnLine = code[index] === '`' || !code.includes('\n', index);
      return isOnLine ? index : undefined;
    }
    index = end;
  }
  return undefined;
}

const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The bracket that the one at `close` belongs to; undefined if there is none. Strings between are passed over. */
function openingBracket(code: string, close: number): number | undefined {
  let depth = 0;
  for (let index = close; index >= 0; index -= 1) {
    const mark = code[index] as string;
    if (isQuote(mark)) {
      const start = openingQuote(code, index);
      if (start === undefined) return undefined;
      index = start;
    } else if (brackets[mark]) depth += 1;
    else if (mark === '(' || mark === '[' || mark === '{') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return undefined;
}

function openingQuote(code: string, close: number): number | undefined {
  for (let index = close - 1; index >= 0; index -= 1) {
    if (code[index] === code[close] && code[index - 1] !== '\\') return index;
  }
  return undefined;
}

/** The operand that ends at `end`: names, dots, calls and brackets, such as `$('a').first().json['b c']`; empty if there is none. */
export function operandBefore(code: string, end: number): string {
  let start = end;
  while (start > 0) {
    const mark = code[start - 1] as string;
    let before: number | undefined;
    if (/[\w$.?]/.test(mark)) before = start - 1;
    else if (mark === ')' || mark === ']') before = openingBracket(code, start - 1);
    else if (isQuote(mark) && start === end) before = openingQuote(code, start - 1);
    else break;
    if (before === undefined) return '';
    start = before;
  }
  const operand = code.slice(start, end).replace(/^[.?]+/, '');
  const isMade = /\bnew\s+$/.test(code.slice(0, start));
  return isMade ? `new ${operand}` : operand;
}

/** The list over which a function goes whose parameter has this name: `$json.rows` for `row` in `$json.rows.map(row => row.`. */
export function listBehindParameter(code: string, name: string): string | undefined {
  const escaped = name.replaceAll('$', '\\$');
  const pattern = new RegExp(`\\.(\\w+)\\(\\s*(?:\\(\\s*)?${escaped}\\s*(?:,[^()]*)?\\)?\\s*=>`, 'g');
  const [last] = [...code.matchAll(pattern)].slice(-1);
  if (!last || !overElements.has(last[1] ?? '')) return undefined;
  return operandBefore(code, last.index) || undefined;
}

const overElements: ReadonlySet<string> = new Set(
  'map filter find findIndex findLast findLastIndex some every forEach flatMap sort toSorted'.split(' '),
);
