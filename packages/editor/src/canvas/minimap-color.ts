import type { RunView } from '../workflow/types.ts';
import type { FlowNode } from './flow-model.ts';

const phaseColors = {
  running: 'var(--running)',
  success: 'var(--success)',
  error: 'var(--error)',
  waiting: 'var(--waiting)',
};

/** Nodes of the small map have the colour of their state. */
export const minimapColor = (node: FlowNode, run: RunView): string => {
  if (node.type === 'note') return 'var(--surface-pressed)';
  const phase = run.nodes[node.id]?.phase;
  if (phase) return phaseColors[phase];
  return node.selected ? 'var(--accent)' : 'var(--wire)';
};
