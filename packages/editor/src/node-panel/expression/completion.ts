/**
 * What may be typed next in an expression: variables, node names, and the fields of real data. Fields come from evaluating what stands
 * before the dot, so they are right for any path, and for the item that is looked at.
 */
import type { Json } from '@millrace/contract';
import { isObject } from '@millrace/contract';
import type { Evaluate } from './evaluation.ts';

interface CompletionOption {
  /** What is inserted. */
  text: string;
  /** Short remark at the right: a type, a sample. */
  detail?: string;
  kind: 'variable' | 'field' | 'method' | 'node';
  /** Place of the cursor from the end of the inserted text, such as -1 to stand inside brackets. */
  cursor?: number;
}

export interface CompletionResult {
  /** Start of what the options replace. */
  from: number;
  /** Its end: beyond the cursor where closing quotes are replaced too. */
  to: number;
  options: CompletionOption[];
}

export interface CompletionContext {
  /** Names of the nodes that lead to this one, nearest first. */
  nodeNames: readonly string[];
  evaluate: Evaluate;
}

const variables: CompletionOption[] = [
  { text: '$json', detail: 'fields of the input item', kind: 'variable' },
  { text: "$('')", detail: 'data of another node', kind: 'variable', cursor: -2 },
  { text: '$now', detail: 'date and time', kind: 'variable' },
  { text: '$today', detail: 'midnight of today', kind: 'variable' },
  { text: '$input', detail: 'the input items', kind: 'variable' },
  { text: '$binary', detail: 'files of the input item', kind: 'variable' },
  { text: '$itemIndex', detail: 'number of the item', kind: 'variable' },
  { text: '$runIndex', detail: 'number of the run', kind: 'variable' },
  { text: '$workflow', detail: 'id, name, active', kind: 'variable' },
  { text: '$execution', detail: 'id, mode', kind: 'variable' },
  { text: '$prevNode', detail: 'where the input came from', kind: 'variable' },
  { text: '$parameter', detail: 'parameters of this node', kind: 'variable' },
  { text: '$vars', kind: 'variable' },
  { text: '$env', kind: 'variable' },
  { text: '$if()', detail: 'condition, then, else', kind: 'variable', cursor: -1 },
  { text: '$ifEmpty()', detail: 'value, default', kind: 'variable', cursor: -1 },
  { text: '$jmespath()', detail: 'object, query', kind: 'variable', cursor: -1 },
];

const fixedMembers = new Map<string, readonly string[]>([
  ['$input', ['item', 'first()', 'last()', 'all()', 'params']],
  ['$workflow', ['id', 'name', 'active']],
  ['$execution', ['id', 'mode', 'resumeUrl']],
  ['$prevNode', ['name', 'outputIndex', 'runIndex']],
]);
const nodeMembers = ['item', 'first()', 'last()', 'all()', 'isExecuted', 'params', 'itemMatching()'];
const itemMembers = ['json', 'binary'];

const methods = {
  string:
    'toUpperCase() toLowerCase() trim() split() replace() replaceAll() slice() includes() startsWith() endsWith() match() toNumber() toDateTime() parseJson() isEmpty() isNotEmpty() extractDomain() extractEmail() urlEncode() base64Encode() removeTags() toTitleCase() length',
  number: 'toFixed() round() floor() ceil() abs() format() toString() toDateTime() isEven() isOdd()',
  boolean: 'toNumber() toString()',
  array:
    'join() map() filter() find() slice() includes() first() last() unique() sum() average() min() max() pluck() compact() isEmpty() isNotEmpty() toJsonString() length',
  date: 'format() plus() minus() toISO() toISODate() startOf() endOf() setZone() toMillis() toSeconds() diffTo() isWeekend() year month day hour minute weekday',
} as const;

const methodOptions = (type: keyof typeof methods): CompletionOption[] =>
  methods[type].split(' ').map((text) => memberOption(text, 'method'));

const memberOption = (text: string, kind: CompletionOption['kind'] = 'field'): CompletionOption => {
  const takesArguments = /\(\)$/.test(text) && !/^(first|last|all|trim|to(Upper|Lower)Case)\(\)$/.test(text);
  return { text, kind, ...(takesArguments ? { cursor: -1 } : {}) };
};

/** Start of the `{{` part that the position lies in; -1 outside of any. */
export const codeStartAt = (text: string, position: number): number => {
  const open = text.lastIndexOf('{{', position - 1);
  if (open < 0 || open + 2 > position) return -1;
  const close = text.indexOf('}}', open + 2);
  return close >= 0 && close + 2 <= position ? -1 : open + 2;
};

/** The member expression that ends at `end`: identifiers, dots, calls, brackets, with strings inside them read as a whole. */
export const operandBefore = (code: string, end: number): string => {
  let index = end;
  const skipBack = (open: string, close: string) => {
    let depth = 0;
    while (index > 0) {
      index -= 1;
      const mark = code[index]!;
      if (mark === "'" || mark === '"' || mark === '`') {
        const start = code.lastIndexOf(mark, index - 1);
        if (start < 0) return false;
        index = start;
      } else if (mark === close) depth += 1;
      else if (mark === open) {
        depth -= 1;
        if (depth === 0) return true;
      }
    }
    return false;
  };
  while (index > 0) {
    const mark = code[index - 1]!;
    if (/[\w$.?]/.test(mark)) index -= 1;
    else if (mark === ')') {
      if (!skipBack('(', ')')) return '';
    } else if (mark === ']') {
      if (!skipBack('[', ']')) return '';
    } else if (mark === "'" || mark === '"') {
      const start = code.lastIndexOf(mark, index - 2);
      if (start < 0) return '';
      index = start;
    } else break;
  }
  return code.slice(index, end).replace(/^[.?]+/, '');
};

const sampleText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

const fieldOptions = (value: Json | undefined): CompletionOption[] => {
  if (Array.isArray(value)) return methodOptions('array');
  if (isObject(value)) {
    return Object.entries(value).map(([name, field]) => ({
      text: /^[A-Za-z_$][\w$]*$/.test(name) ? name : `['${name.replace(/[\\']/g, '\\$&')}']`,
      detail: sampleText(field),
      kind: 'field',
    }));
  }
  if (typeof value === 'string') return methodOptions('string');
  if (typeof value === 'number') return methodOptions('number');
  if (typeof value === 'boolean') return methodOptions('boolean');
  return [];
};

const membersOf = (operand: string, context: CompletionContext): CompletionOption[] => {
  const fixed = fixedMembers.get(operand);
  if (fixed) return fixed.map((text) => memberOption(text));
  if (operand === '$now' || operand === '$today') return methodOptions('date');
  if (/^\$\((['"]).*\1\)$/.test(operand)) return nodeMembers.map((text) => memberOption(text));
  if (/^(\$input|\$\(.*\))\.(item|first\(\)|last\(\)|itemMatching\(.*\))$/.test(operand)) {
    return itemMembers.map((text) => memberOption(text));
  }
  const result = context.evaluate(`={{ ${operand} }}`);
  return result.kind === 'value' ? fieldOptions(result.value) : [];
};

/** Options at a place of an expression's text (with its leading `=` left out); undefined where nothing is to be offered. */
export const completionsAt = (
  text: string,
  position: number,
  context: CompletionContext,
): CompletionResult | undefined => {
  const start = codeStartAt(text, position);
  if (start < 0) return undefined;
  const code = text.slice(start, position);

  const nodeName = /\$\((['"])([^'"]*)$/.exec(code) ?? /\$node\[(['"])([^'"]*)$/.exec(code);
  if (nodeName) {
    const closing = text.slice(position).match(/^['"]?[)\]]?/)?.[0] ?? '';
    const bracket = nodeName[0].startsWith('$(') ? ')' : ']';
    const mark = nodeName[1]!;
    return {
      from: position - nodeName[2]!.length,
      to: position + closing.length,
      options: context.nodeNames.map((name) => ({
        text: `${name.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}${bracket}`,
        kind: 'node',
        detail: '',
      })),
    };
  }

  const typed = /[\w$]*$/.exec(code)![0];
  const from = position - typed.length;
  const before = code.slice(0, code.length - typed.length);
  if (/\?\.$|\.$/.test(before)) {
    const operand = operandBefore(before, before.endsWith('?.') ? before.length - 2 : before.length - 1);
    if (operand === '') return undefined;
    const options = membersOf(operand, context);
    return options.length > 0 ? { from, to: position, options } : undefined;
  }
  if (typed !== '' && !typed.startsWith('$')) return undefined;
  return { from, to: position, options: variables };
};
