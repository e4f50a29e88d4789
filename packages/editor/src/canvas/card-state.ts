import type { NodeRunState } from '../workflow/types.ts';

/** What a card tells about its node. One mark at its lower right corner, chosen in this order; its frame takes the same colour. */
export type CardMark = 'running' | 'waiting' | 'error' | 'issues' | 'stale' | 'success';

export interface CardFacts {
  run: NodeRunState | undefined;
  hasIssues: boolean;
  isDisabled: boolean;
  /** Changed since it ran. */
  isStale: boolean;
}

export const cardMark = ({ run, hasIssues, isDisabled, isStale }: CardFacts): CardMark | undefined => {
  if (run?.phase === 'running') return 'running';
  if (run?.phase === 'waiting') return 'waiting';
  if (hasIssues && !isDisabled) return 'issues';
  if (run?.phase === 'error') return isStale ? 'stale' : 'error';
  if (run?.phase === 'success') return isStale ? 'stale' : 'success';
  return undefined;
};

/** How many items a node has sent in all its runs, at all outputs that lead on. */
export const itemsSent = ({ items }: NodeRunState): number =>
  items.get('main')?.reduce((sum, count) => sum + count, 0) ?? 0;
