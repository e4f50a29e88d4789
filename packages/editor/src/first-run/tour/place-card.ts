export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const gap = 14;
const margin = 12;

/** Within the window, as far as the card is not larger. */
const clamp = (value: number, most: number): number => Math.max(margin, Math.min(value, most - margin));

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Where a card of this length can lie beside something: at its middle, level with either of its ends, or at either end of the window. */
const beside = (start: number, span: number, length: number, window: number): number[] => {
  const most = window - length;
  return [start + (span - length) / 2, start, start + span - length, most, margin].map((at) => clamp(at, most));
};

/**
 * Where the card goes beside its target, on the side with room, within the window; without a target at the lower right.
 *
 * @param options.isRow what is left and right of the target belongs to it: the card goes below or above
 * @param options.avoid what it is to leave free, where there is such a place
 */
export const placeCard = (
  target: Rect | undefined,
  card: Size,
  screen: Size,
  { isRow = false, avoid = [] }: { isRow?: boolean; avoid?: readonly Rect[] } = {},
): { left: number; top: number } => {
  if (!target) return { left: screen.width - card.width - margin, top: screen.height - card.height - margin };
  const right = target.left + target.width + gap;
  const below = target.top + target.height + gap;
  const tops = beside(target.top, target.height, card.height, screen.height);
  const lefts = beside(target.left, target.width, card.width, screen.width);
  const sides = [
    { room: screen.width - right, needs: card.width, at: tops.map((top) => ({ left: right, top })) },
    {
      room: target.left - gap,
      needs: card.width,
      at: tops.map((top) => ({ left: target.left - gap - card.width, top })),
    },
    { room: screen.height - below, needs: card.height, at: lefts.map((left) => ({ left, top: below })) },
    {
      room: target.top - gap,
      needs: card.height,
      at: lefts.map((left) => ({ left, top: target.top - gap - card.height })),
    },
  ];
  if (isRow) sides.unshift(...sides.splice(2));
  const fitting = sides.filter(({ room, needs }) => room >= needs + margin).flatMap(({ at }) => at);
  const isFree = (at: { left: number; top: number }) => !avoid.some((rect) => overlap({ ...at, ...card }, rect));
  const { left, top } = fitting.find(isFree) ?? fitting[0] ?? sides.toSorted((a, b) => b.room - a.room)[0]!.at[0]!;
  return { left: clamp(left, screen.width - card.width), top: clamp(top, screen.height - card.height) };
};
