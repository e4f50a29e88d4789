import { limits } from './budget.ts';
import { type ParsedCode, parseCode, tooLong } from './parse.ts';

/** The outer rules of a text with `{{ code }}` parts. */

export interface TextPart {
  kind: 'text';
  value: string;
}
export interface CodePart {
  kind: 'code';
  code: string;
  /** Index of the code's first character in the whole text. */
  start: number;
  /** Index behind the code's last character in the whole text. */
  end: number;
}
export type TemplatePart = TextPart | CodePart;

export interface SplitTemplate {
  parts: TemplatePart[];
  /** By code: what was read to find where it ends, with undefined for none. Code that was not, or could not be read, is missing. */
  trees: ReadonlyMap<string, ParsedCode | undefined>;
}

/** Characters of code that are read in vain before braces in code are no longer looked at. */
const mostInVain = 100_000;

/**
 * Splits a text behind its `=`. `\{{` is plain text; in code `\}}` stands for `}}`. Code ends at the first run of braces at which it can
 * be read, so an object or a text may contain braces; of a run the last two close with which it can be read, so both
 * `{{ {a: 1}}}` and `{"a": {{ 1 }}}` are read as they are meant. Code that is never closed goes to the end.
 */
export function splitTemplate(text: string): SplitTemplate {
  const parts: TemplatePart[] = [];
  const trees = new Map<string, ParsedCode | undefined>();
  const isCode = (code: string): boolean => {
    try {
      trees.set(code, parseCode(code));
      return true;
    } catch {
      return false;
    }
  };
  const trial: Trial = { isCode, charactersLeft: mostInVain };
  let literal = '';
  let from = 1;
  while (from < text.length) {
    const open = text.indexOf('{{', from);
    if (open === -1) break;
    if (text[open - 1] === '\\' && open > from) {
      literal += `${text.slice(from, open - 1)}{{`;
      from = open + 2;
      continue;
    }
    literal += text.slice(from, open);
    if (literal !== '') parts.push({ kind: 'text', value: literal });
    literal = '';
    const start = open + 2;
    if (parts.length > 2 * limits.parts) throw tooLong();
    const end = findEnd(text, start, trial);
    parts.push({ kind: 'code', code: unescapeBraces(text.slice(start, end)), start, end });
    from = end + 2;
  }
  literal += text.slice(from);
  if (literal !== '') parts.push({ kind: 'text', value: literal });
  return { parts, trees };
}

interface Trial {
  isCode: (code: string) => boolean;
  charactersLeft: number;
}

const mostCandidates = 20;

function findEnd(text: string, start: number, trial: Trial): number {
  let tried = 0;
  for (let run = nextRun(text, start); run !== undefined; run = nextRun(text, run.end)) {
    for (let end = run.end - 2; end >= run.start; end -= 1) {
      tried += 1;
      if (tried > mostCandidates || trial.charactersLeft <= 0) return firstEnd(text, start);
      if (trial.isCode(unescapeBraces(text.slice(start, end)))) return end;
      trial.charactersLeft -= end - start + 50;
    }
  }
  return firstEnd(text, start);
}

const firstEnd = (text: string, start: number): number => nextRun(text, start)?.start ?? text.length;

/** The next two or more braces in a row that no backslash stands before. */
function nextRun(text: string, from: number): { start: number; end: number } | undefined {
  for (let start = text.indexOf('}}', from); start !== -1; start = text.indexOf('}}', start + 2)) {
    if (text[start - 1] === '\\') continue;
    let end = start + 2;
    while (text[end] === '}') end += 1;
    return { start, end };
  }
  return undefined;
}

const unescapeBraces = (code: string): string => code.replaceAll('\\}}', '}}');

/** Index in the whole text of a position in a part's code. */
export function positionInText(text: string, part: CodePart, position: number): number {
  let index = part.start;
  for (let passed = 0; passed < position && index < part.end; passed += 1) {
    if (text.startsWith('\\}}', index)) index += 1;
    index += 1;
  }
  return text.startsWith('\\}}', index) ? index + 1 : index;
}
