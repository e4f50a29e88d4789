import { isObject, type Json } from '@millrace/contract';
import { referencesOf } from '@millrace/engine';

/*
 * Expressions of nodes that are taken out of a workflow call nodes that stay there. What they read of these becomes an input of the
 * sub-workflow.
 */

export interface OuterInput {
  /** Name of the field that carries it. */
  name: string;
  /** What it is in the calling workflow, as code: `$('Orders').item.json.total`. */
  code: string;
}

/** Reads of one value: what follows `.json` are names and places. */
const path = String.raw`((?:\.[A-Za-z_$][\w$]*|\[\s*(?:\d+|'[^'\\]*'|"[^"\\]*")\s*\])*)`;
const read = new RegExp(
  [
    String.raw`\$\(\s*(?:'([^'\\]*)'|"([^"\\]*)"|${'`([^`\\\\$]*)`'})\s*\)\.(?:item|first\(\)|last\(\))\.json${path}`,
    String.raw`\$node(?:\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\]|\.([A-Za-z_$][\w$]*))\.json${path}`,
  ].join('|'),
  'g',
);

/** Gathers inputs while it rewrites parameters, each read once. */
export const createInputs = (isOuter: (name: string) => boolean, trigger: string) => {
  const inputs = new Map<string, OuterInput>();
  const unreadable = new Set<string>();

  const inputOf = (code: string, node: string, where: string): OuterInput => {
    const known = inputs.get(code);
    if (known) return known;
    const base = `${node} ${where}`.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '') || 'input';
    const taken = new Set([...inputs.values()].map(({ name }) => name));
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    const input = { name, code };
    inputs.set(code, input);
    return input;
  };

  const rewriteText = (text: string): string => {
    if (!text.startsWith('=') || !referencesOf(text).nodes.some(isOuter)) return text;
    const rewritten = text.replace(read, (code: string, ...groups: (string | undefined)[]) => {
      const node =
        groups.slice(0, 3).find((one) => one !== undefined) ?? groups.slice(4, 7).find((one) => one !== undefined);
      if (node === undefined || !isOuter(node)) return code;
      const { name } = inputOf(code, node, groups[3] ?? groups[7] ?? '');
      return `$(${JSON.stringify(trigger)}).item.json[${JSON.stringify(name)}]`;
    });
    for (const node of referencesOf(rewritten).nodes) if (isOuter(node)) unreadable.add(node);
    return rewritten;
  };

  const rewrite = (value: Json): Json => {
    if (typeof value === 'string') return rewriteText(value);
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewrite(inner as Json)]));
  };

  return {
    rewrite,
    inputs: (): OuterInput[] => [...inputs.values()],
    unreadable: (): string[] => [...unreadable],
  };
};
