import type { AnyNode, Literal } from 'acorn';
import { readCodeOf, walk } from './code-parts.ts';
import { type CodePart, isExpression, positionInText } from './template-parts.ts';

/** Names of other nodes in a text: found by its syntax, so a name in a comment or in plain text is none. */

interface Reference {
  name: string;
  /** Where the name stands in the code, quotes included; for `$node.Name` and `$node?.Name` the dot as well. */
  start: number;
  end: number;
  form: 'quoted' | 'member' | 'optional member';
}

/** Names of the nodes that a text refers to by `$('X')`, `$node["X"]`, `$node.X` or `$items('X')`, each once. */
export function referencesOf(text: string): { nodes: string[] } {
  const names = new Set<string>();
  for (const { references } of codeOf(text)) for (const { name } of references) names.add(name);
  return { nodes: [...names] };
}

/** Changes the name in each reference to a node and nothing else; code that cannot be read stays as it is. */
export function renameNodeReferences(text: string, from: string, to: string): string {
  if (!isExpression(text) || !mayContain(text, from)) return text;
  let result = '';
  let copied = 0;
  for (const { part, references } of codeOf(text)) {
    for (const reference of references) {
      if (reference.name !== from) continue;
      const start = positionInText(text, part, reference.start);
      const end = positionInText(text, part, reference.end);
      result += text.slice(copied, start) + written(to, reference.form, text[start] ?? '"');
      copied = end;
    }
  }
  return result + text.slice(copied);
}

/** A name may be written with escapes, so only what no spelling can hide is looked for. */
const mayContain = (text: string, name: string): boolean =>
  text.includes('\\') || /[\\'"`\n]/.test(name) || text.includes(name);

function written(name: string, form: Reference['form'], quote: string): string {
  if (form === 'quoted') return quoted(name, quote);
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  const dot = form === 'optional member' ? '?.' : isName ? '.' : '';
  return dot + (isName ? name : `[${quoted(name, '"')}]`);
}

function quoted(name: string, quote: string): string {
  let text = name
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
  if (quote === '`') text = text.replaceAll('${', '\\${');
  return `${quote}${text.replaceAll('}}', '\\}}')}${quote}`;
}

function codeOf(text: string): { part: CodePart; references: Reference[] }[] {
  return readCodeOf(text).map(({ part, tree }) => ({ part, references: referencesIn(tree) }));
}

/** References in the order of the source. */
function referencesIn(tree: AnyNode | undefined): Reference[] {
  const found: Reference[] = [];
  for (const node of walk(tree)) {
    const reference = referenceOf(node);
    if (reference) found.push(reference);
  }
  return found.sort((left, right) => left.start - right.start);
}

function referenceOf(node: AnyNode): Reference | undefined {
  if (node.type === 'CallExpression') {
    const [argument] = node.arguments;
    return argument && (isVariable(node.callee, '$') || isVariable(node.callee, '$items'))
      ? quotedReference(argument)
      : undefined;
  }
  if (node.type !== 'MemberExpression' || !isVariable(node.object, '$node')) return undefined;
  if (node.computed) return quotedReference(node.property);
  if (node.property.type !== 'Identifier') return undefined;
  const form = node.optional ? 'optional member' : 'member';
  return { name: node.property.name, start: node.object.end, end: node.property.end, form };
}

/** The variable, also as seen by another item: `$item(0).$node`. */
const isVariable = (node: AnyNode, name: string): boolean =>
  (node.type === 'Identifier' && node.name === name) ||
  (node.type === 'MemberExpression' &&
    !node.computed &&
    node.property.type === 'Identifier' &&
    node.property.name === name);

function quotedReference(node: AnyNode): Reference | undefined {
  const name = textOf(node);
  return name === undefined ? undefined : { name, start: node.start, end: node.end, form: 'quoted' };
}

function textOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal')
    return typeof (node as Literal).value === 'string' ? String((node as Literal).value) : undefined;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
