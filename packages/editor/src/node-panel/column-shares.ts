/** Widths of the outer columns as shares of the panel; the middle one takes the rest. */
export interface ColumnShares {
  input: number;
  output: number;
}

const smallest = 0.16;
const smallestMiddle = 0.26;
const storageKey = 'millrace.panel.columns';
const initial: ColumnShares = { input: 0.28, output: 0.33 };

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= smallest && value <= 0.6;

export const moveBorder = (shares: ColumnShares, which: keyof ColumnShares, share: number): ColumnShares => {
  const other = shares[which === 'input' ? 'output' : 'input'];
  return { ...shares, [which]: Math.min(Math.max(share, smallest), 1 - smallestMiddle - other) };
};

export const loadShares = (): ColumnShares => {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<ColumnShares> | null;
    if (isShare(stored?.input) && isShare(stored.output) && stored.input + stored.output <= 1 - smallestMiddle) {
      return { input: stored.input, output: stored.output };
    }
  } catch {
    // Unreadable or forbidden storage: the initial widths are as good.
  }
  return initial;
};

export const storeShares = (shares: ColumnShares): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(shares));
  } catch {
    // Storage may be full or forbidden; the widths then last as long as the page.
  }
};
