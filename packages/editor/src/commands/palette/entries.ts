import type { NodeTypeDescription } from '@millrace/contract';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { rankText } from '../../ui/rank-text.ts';

/** A line of the command palette. */
export interface PaletteEntry {
  id: string;
  /** Heading that it stands under. */
  group: string;
  title: string;
  /** Stands behind the title, quietly, and is searched as well. */
  detail?: string;
  /** Further words that find it. */
  words?: string;
  keys?: string;
  icon?: ComponentType<IconProps>;
  /** Whose picture stands there; undefined: that of an unknown type. */
  nodeType?: NodeTypeDescription | undefined;
  run: () => void;
}

/** How many of a group are shown. */
const most = { all: 6, found: 8 };

/** What is found by its detail comes behind what is found by its name; what merely has the letters in their order comes last. */
const byDetail = 6;
const byLetters = 12;

const rankOf = ({ title, detail = '', words = '' }: PaletteEntry, query: string): number => {
  const inDetail = rankText(`${title} ${detail} ${words}`, query);
  return Math.min(rankText(title, query), inDetail < byLetters ? byDetail + inDetail : Number.POSITIVE_INFINITY);
};

/**
 * What fits, the groups with the best first. Without a query the first of each group, in the order in which they come.
 */
export const findEntries = (entries: readonly PaletteEntry[], query: string): PaletteEntry[] => {
  const isSearch = query.trim() !== '';
  const ranked = entries.map((entry) => ({ entry, rank: isSearch ? rankOf(entry, query) : 0 }));
  // Letters in their order help who mistypes: where words are found, they would only be noise.
  const worst = ranked.some(({ rank }) => rank < byLetters) ? byLetters : Number.POSITIVE_INFINITY;
  const groups = new Map<string, { entry: PaletteEntry; rank: number }[]>();
  for (const { entry, rank } of ranked) {
    if (rank >= worst) continue;
    const group = groups.get(entry.group);
    if (group) group.push({ entry, rank });
    else groups.set(entry.group, [{ entry, rank }]);
  }
  const lists = [...groups.values()].map((list) => list.sort((a, b) => a.rank - b.rank));
  if (isSearch) lists.sort((a, b) => a[0]!.rank - b[0]!.rank);
  return lists.flatMap((list) => list.slice(0, isSearch ? most.found : most.all).map(({ entry }) => entry));
};
