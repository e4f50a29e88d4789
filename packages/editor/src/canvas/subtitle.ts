import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { evaluateTypeText, isExpression } from '@millrace/engine';

const known = new WeakMap<WorkflowNode, { type: NodeTypeDescription; text: string }>();

/** The line under a node's name: a text of its type, mostly an expression over the node's parameters such as method and address. */
export const subtitleOf = (node: WorkflowNode, type: NodeTypeDescription | undefined): string => {
  if (!type?.subtitle) return '';
  const before = known.get(node);
  if (before?.type === type) return before.text;
  const text = isExpression(type.subtitle) ? evaluated(type.subtitle, node, type) : type.subtitle;
  known.set(node, { type, text });
  return text;
};

/** Without the signs of expressions in it, and what would stand before a value that is not there. */
const evaluated = (template: string, node: WorkflowNode, type: NodeTypeDescription): string => {
  // Without the defaults of the parameters it would say something else.
  if (!type.properties) return '';
  try {
    const value = evaluateTypeText(template, type, node);
    return typeof value === 'string' || typeof value === 'number'
      ? String(value)
          .replace(/^=|(?<=: )=|[\s:]+$/g, '')
          .trim()
      : '';
  } catch {
    return '';
  }
};
