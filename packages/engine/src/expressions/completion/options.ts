import type { Documentation } from './documentation/define.ts';
import type { Completion } from './types.ts';

/** Options made of what is documented, and of fields of data. */

/** A function that takes a function is put in with the beginning of that. */
const callbackOf = ({ name, signature }: Documentation): string =>
  /^\((\([^()]*\)|\w+) =>/.exec(signature.slice(name.length))?.[1] ?? '';

export function optionOf(documentation: Documentation, kind?: Completion['kind']): Completion {
  const { name, signature, isFunction, takesArguments } = documentation;
  const callback = isFunction ? callbackOf(documentation) : '';
  const type = signature.slice(signature.lastIndexOf(': ') + 2);
  return {
    label: isFunction ? `${name}()` : name,
    insert: !isFunction ? name : callback ? `${name}(${callback} => )` : `${name}()`,
    cursorBack: takesArguments ? 1 : 0,
    kind: kind ?? (isFunction ? 'method' : 'property'),
    detail: type,
    documentation,
  };
}

const longestSample = 40;

export function sampleOf(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'string' ? value.slice(0, 200) : shortJson(value);
  } catch {
    return '';
  }
  return text.length > longestSample ? `${text.slice(0, longestSample)}…` : text;
}

/** The beginning of the JSON of any data, however large that is. */
function shortJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, 10).map(shortJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.slice(0, 100) ?? '';
  const fields = Object.entries(value).slice(0, 5);
  return `{ ${fields.map(([name, field]) => `${name}: ${typeof field === 'object' && field !== null ? '…' : shortJson(field)}`).join(', ')} }`;
}

const isPlainName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

const quoted = (name: string): string => `'${name.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** @param dot where the dot before the name stands, which brackets replace; undefined if it stays (`?.`) */
export function fieldOption(name: string, value: unknown, dot: number | undefined): Completion {
  const option = { label: name, cursorBack: 0, kind: 'field' as const, detail: sampleOf(value) };
  if (isPlainName(name)) return { ...option, insert: name };
  return { ...option, insert: `[${quoted(name)}]`, ...(dot === undefined ? {} : { from: dot }) };
}

/** The field as it is written behind a value: `.name` or `['odd name']`. */
export const memberText = (name: string): string => (isPlainName(name) ? `.${name}` : `[${quoted(name)}]`);

/** A node's name within the quotes that were opened, with what closes them. */
export function nodeOption(name: string, quote: string, bracket: string): Completion {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return { label: name, insert: `${escaped}${quote}${bracket}`, cursorBack: 0, kind: 'node', detail: '' };
}
