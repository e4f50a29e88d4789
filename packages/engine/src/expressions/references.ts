import type { AnyNode, CallExpression, Identifier } from 'acorn';
import { readCodeOf, walk } from './code-parts.ts';
import { isExpression } from './is-expression.ts';
import { type CodePart, positionInText } from './template-parts.ts';

/**
 * What the expressions of a text refer to, found by its syntax and nowhere else: by whoever plans a run, keeps results, or renames a node. A name in a
 * comment or in plain text is none.
 */

export interface References {
  /** Names of the nodes that are read by `$('X')`, `$node["X"]`, `$node.X` or `$items('X')`, each once. */
  nodes: string[];
  /** Names of the variables that are read, such as `$json` and `$parameter`, each once. */
  variables: string[];
  /** Names of the fields that are read of anything, such as `json` and `params`, each once; computed ones are not among them. */
  fields: string[];
  /** False where which nodes are read is known in the run only: `$($json.name)`, or `$` given to a function. */
  isComplete: boolean;
}

/** A node's name in the code. */
interface NodeName {
  name: string;
  /** Where the name stands in the code, quotes included; for `$node.Name` and `$node?.Name` the dot as well. */
  start: number;
  end: number;
  form: 'quoted' | 'member' | 'optional member';
}

/** What a text, or its parts that can be read, refer to. */
export function referencesOf(text: string): References {
  const nodes = new Set<string>();
  const variables = new Set<string>();
  const fields = new Set<string>();
  let isComplete = true;
  for (const { found } of codeOf(text)) {
    for (const { name } of found.names) nodes.add(name);
    for (const name of found.variables) variables.add(name);
    for (const name of found.fields) fields.add(name);
    isComplete &&= found.isComplete;
  }
  return { nodes: [...nodes], variables: [...variables], fields: [...fields], isComplete };
}

/** Changes the name in each reference to a node and nothing else; code that cannot be read stays as it is. */
export function renameNodeReferences(text: string, from: string, to: string): string {
  if (!isExpression(text) || !mayContain(text, from)) return text;
  let result = '';
  let copied = 0;
  for (const { part, found } of codeOf(text)) {
    for (const reference of found.names) {
      if (reference.name !== from) continue;
      const start = positionInText(text, part, reference.start);
      const end = positionInText(text, part, reference.end);
      result += text.slice(copied, start) + written(to, reference.form, quoteAt(text, start));
      copied = end;
    }
  }
  return result + text.slice(copied);
}

const quoteAt = (text: string, index: number): string => /['"`]/.exec(text[index] ?? '')?.[0] ?? '"';

/** A name may be written with escapes, so only what no spelling can hide is looked for. */
const mayContain = (text: string, name: string): boolean =>
  text.includes('\\') || /[\\'"`\n]/.test(name) || text.includes(name);

function written(name: string, form: NodeName['form'], quote: string): string {
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

interface Found {
  /** In the order of the source. */
  names: NodeName[];
  variables: string[];
  fields: string[];
  isComplete: boolean;
}

const codeOf = (text: string): { part: CodePart; found: Found }[] =>
  readCodeOf(text).map(({ part, tree }) => ({ part, found: findIn(tree) }));

/** Variables that lead to other nodes. */
const leadsToNodes: ReadonlySet<string> = new Set(['$', '$node', '$items', '$item', '$evaluateExpression']);

function findIn(tree: AnyNode | undefined): Found {
  const names: NodeName[] = [];
  const variables = new Set<string>();
  const fields = new Set<string>();
  const labels = new Set<AnyNode>();
  const understood = new Set<AnyNode>();
  let isComplete = true;
  for (const node of walk(tree)) {
    const label = labelOf(node);
    if (label) labels.add(label);
    const use = useOf(node);
    if (use) understood.add(use.variable);
    if (use?.name) names.push(use.name);
    if (node.type === 'MemberExpression') {
      const field = node.computed ? textOf(node.property) : label?.type === 'Identifier' ? label.name : undefined;
      if (field !== undefined) fields.add(field);
    }
    if (node.type !== 'Identifier' || !node.name.startsWith('$') || labels.has(node)) continue;
    variables.add(node.name);
    if (leadsToNodes.has(node.name) && !understood.has(node)) isComplete = false;
  }
  names.sort((left, right) => left.start - right.start);
  return { names, variables: [...variables], fields: [...fields], isComplete };
}

/** The name of a field where it stands in the syntax like that of a variable. */
function labelOf(node: AnyNode): AnyNode | undefined {
  if (node.type === 'Property') return node.computed ? undefined : node.key;
  return node.type === 'MemberExpression' && !node.computed && !isOtherItem(node.object) ? node.property : undefined;
}

/** `$item(0)`, whose fields are the variables as another item sees them. */
const isOtherItem = (node: AnyNode): node is CallExpression =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === '$item';

/** The variable that is read: `$node`, also in `$item(0).$node`. */
function variableOf(node: AnyNode): Identifier | undefined {
  if (node.type === 'Identifier') return node;
  const isRead = node.type === 'MemberExpression' && !node.computed && isOtherItem(node.object);
  return isRead && node.property.type === 'Identifier' ? node.property : undefined;
}

/** A use of a variable that leads to other nodes, from which is known which of them is read, if any. */
interface Use {
  variable: AnyNode;
  name?: NodeName;
}

function useOf(node: AnyNode): Use | undefined {
  if (node.type === 'CallExpression') return useByCall(node);
  if (node.type !== 'MemberExpression') return undefined;
  if (!node.computed && isOtherItem(node.object)) return { variable: node.object.callee };
  const variable = variableOf(node.object);
  if (variable?.name !== '$node') return undefined;
  if (node.computed) return withName(variable, node.property);
  if (node.property.type !== 'Identifier') return undefined;
  const form = node.optional ? 'optional member' : 'member';
  return { variable, name: { name: node.property.name, start: node.object.end, end: node.property.end, form } };
}

function useByCall(node: CallExpression): Use | undefined {
  const variable = variableOf(node.callee);
  if (variable?.name !== '$' && variable?.name !== '$items') return undefined;
  const [argument] = node.arguments;
  return argument ? withName(variable, argument) : { variable };
}

function withName(variable: AnyNode, node: AnyNode): Use | undefined {
  const name = textOf(node);
  return name === undefined
    ? undefined
    : { variable, name: { name, start: node.start, end: node.end, form: 'quoted' } };
}

function textOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal') {
    return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : undefined;
  }
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
