import { isPlainObject } from '../language/values.ts';
import { globalDocumentation, variableDocumentation } from './documentation/index.ts';
import { inspect } from './inspect.ts';
import { membersOf } from './members.ts';
import { memberText, nodeOption, optionOf, sampleOf } from './options.ts';
import { codeStartAt, listBehindParameter, openQuoteOf, operandBefore } from './place.ts';
import type { Completion, CompletionSource, Completions } from './types.ts';

export type { Documentation } from './documentation/define.ts';
export type { Completion, CompletionSource, Completions } from './types.ts';

/**
 * What may be typed at a place of a text: variables, globals, names of nodes, and what a value has. Values come from evaluating what stands before the
 * dot over real data, so fields and methods are right for any path.
 * @param text with its `=` at the beginning
 * @returns undefined where nothing is to be offered
 */
export function completionsAt(text: string, position: number, source: CompletionSource): Completions | undefined {
  const start = codeStartAt(text, position);
  if (start === undefined) return undefined;
  const code = text.slice(start, position);
  const quote = openQuoteOf(code);
  if (quote !== undefined) return namesOfNodes(text, position, code, quote, source);

  const typed = /[\w$]*$/.exec(code)?.[0] ?? '';
  const from = position - typed.length;
  const before = code.slice(0, code.length - typed.length);
  const to = position + (/^[\w$]*/.exec(text.slice(position))?.[0].length ?? 0);
  const options = /\.$/.test(before)
    ? membersBehind(before, start, source)
    : /^\d/.test(typed) || isOperandEnd(before)
      ? []
      : namesAt(typed, source);
  return options.length > 0 ? { from, to, options } : undefined;
}

/** Behind a value only an operator can follow. */
const isOperandEnd = (before: string): boolean =>
  /[\w$)\]'"`]\s*$/.test(before) && !/\b(?:return|new|typeof|in|of|else)\s+$/.test(before);

function membersBehind(before: string, start: number, source: CompletionSource): Completion[] {
  const isOptional = before.endsWith('?.');
  const operand = operandBefore(before, before.length - (isOptional ? 2 : 1));
  if (operand === '' || /^\d+$/.test(operand)) return [];
  const dot = isOptional ? undefined : start + before.length - 1;
  return membersOf(operandValue(operand, before, source), dot, source.nodeNames);
}

/** Parameters of a function that goes over a list stand for its first element. */
function operandValue(operand: string, before: string, source: CompletionSource): unknown {
  const root = /^[A-Za-z_]\w*/.exec(operand)?.[0];
  const list = root === undefined ? undefined : listBehindParameter(before, root);
  return inspect(root !== undefined && list ? `(${list})[0]${operand.slice(root.length)}` : operand, source);
}

function namesOfNodes(
  text: string,
  position: number,
  code: string,
  quote: number,
  { nodeNames }: CompletionSource,
): Completions | undefined {
  const opening = /\$(?:items)?\(\s*$|\$node\[\s*$/.exec(code.slice(0, quote))?.[0];
  if (opening === undefined) return undefined;
  const closing = /^['"`]?[)\]]?/.exec(text.slice(position))?.[0] ?? '';
  const mark = code[quote] as string;
  const bracket = opening.includes('[') ? ']' : ')';
  return {
    from: position - (code.length - quote - 1),
    to: position + closing.length,
    options: nodeNames.map((name) => nodeOption(name, mark, bracket)),
  };
}

const mostFields = 30;

/** Variables that only certain fields have. */
const special: ReadonlySet<string> = new Set(['$response', '$request', '$pageCount', '$agentInfo', '$secrets']);

/** Fields of the input first, since they are wanted most, then variables; other names when a letter was typed. */
function namesAt(typed: string, source: CompletionSource): Completion[] {
  const [json, ...others] = [...variableDocumentation.values()]
    .filter(({ name }) => !special.has(name) || Object.hasOwn(source.variables ?? {}, name))
    .map(variableOption);
  const globals = typed === '' || typed.startsWith('$') ? [] : [...globalDocumentation.values()];
  return [
    ...(json ? [json] : []),
    ...inputFields(source),
    ...others,
    ...globals.map((entry) => optionOf(entry, 'global')),
  ];
}

function variableOption(documentation: Parameters<typeof optionOf>[0]): Completion {
  const option = optionOf(documentation, 'variable');
  if (documentation.name === '$') return { ...option, label: "$('node')", insert: "$('')", cursorBack: 2 };
  return documentation.name === '$getWorkflowStaticData'
    ? { ...option, insert: "$getWorkflowStaticData('')", cursorBack: 2 }
    : option;
}

function inputFields(source: CompletionSource): Completion[] {
  const json = inspect('$json', source);
  if (!isPlainObject(json)) return [];
  return Object.keys(json)
    .slice(0, mostFields)
    .map((name) => {
      const text = `$json${memberText(name)}`;
      return { label: text, insert: text, cursorBack: 0, kind: 'field', detail: sampleOf(json[name]) };
    });
}
