import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { type EvaluateTypeText, isExpression } from '@millrace/engine';

const known = new WeakMap<WorkflowNode, { type: NodeTypeDescription; text: string }>();

/**
 * The line under a node's name: a text of its type, mostly an expression over the node's parameters such as method and address.
 * @param evaluate `evaluateTypeText`; nothing is shown until it is there.
 */
export const subtitleOf = (
  node: WorkflowNode,
  type: NodeTypeDescription | undefined,
  evaluate: EvaluateTypeText | undefined,
): string => {
  if (!type?.subtitle) return '';
  if (!isExpression(type.subtitle)) return type.subtitle;
  // Without the defaults of the parameters it would say something else.
  if (!type.properties || !evaluate) return '';
  const before = known.get(node);
  if (before?.type === type) return before.text;
  const text = shown(evaluate, type.subtitle, node, type);
  known.set(node, { type, text });
  return text;
};

/** Without the signs of expressions in it, and what would stand before a value that is not there; choices as their fields show them. */
const shown = (evaluate: EvaluateTypeText, template: string, node: WorkflowNode, type: NodeTypeDescription): string => {
  try {
    const value = evaluate(template, type, node);
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    return String(value)
      .replace(/^=|(?<=: )=|[\s:]+$/g, '')
      .trim()
      .split(separators)
      .map((part) => choiceName(part, node, type) ?? part)
      .join('');
  } catch {
    return '';
  }
};

/** Kept in what is split by them. */
const separators = /(: | )/;

/** How the field shows what is chosen in it, such as `Get many` where `getAll` is stored. */
const choiceName = (text: string, node: WorkflowNode, type: NodeTypeDescription): string | undefined => {
  for (const definition of type.properties ?? []) {
    if (definition.type !== 'options' || (node.parameters?.[definition.name] ?? definition.default) !== text) continue;
    const chosen = definition.options?.find(({ value }) => value === text);
    if (chosen) return chosen.name;
  }
  return undefined;
};
