import type { WorkflowNode } from '@millrace/contract/data';
import { referencesOf } from '../expressions/references.ts';
import { isExpression } from '../expressions/template.ts';

/** The node as it is written out, with its name as a plain literal. */
const plainReference =
  /\$(?:\(\s*|node\s*\[\s*|items\(\s*)(?:'[^'\\]*'|"[^"\\]*"|`[^`\\$]*`)(?=\s*[)\],])|\$node\.[A-Za-z_]\w*/g;
const anyReference = /\$\(|\$node\b|\$items?\b|\$evaluateExpression|\\/;

const expressionsIn = (value: unknown): string[] => {
  if (isExpression(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
};

/** Names of other nodes that the expressions of a node refer to; undefined where they cannot be told before the run. */
export const referencesIn = (node: WorkflowNode): string[] | undefined => {
  const texts = expressionsIn(node.parameters).filter((text) => anyReference.test(text));
  if (texts.some((text) => anyReference.test(text.replaceAll(plainReference, '')))) return undefined;
  return texts.flatMap((text) => referencesOf(text).nodes);
};
