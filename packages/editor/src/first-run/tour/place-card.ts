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

const clamp = (value: number, most: number): number => Math.max(margin, Math.min(value, most - margin));

/**
 * Where the card goes beside its target, on the side with room, within the window; without a target at the lower right.
 *
 * @param isRow what is left and right of the target belongs to it: the card goes below or above
 */
export const placeCard = (
  target: Rect | undefined,
  card: Size,
  screen: Size,
  isRow = false,
): { left: number; top: number } => {
  if (!target) return { left: screen.width - card.width - margin, top: screen.height - card.height - margin };
  const middle = {
    left: target.left + (target.width - card.width) / 2,
    top: target.top + (target.height - card.height) / 2,
  };
  const right = target.left + target.width + gap;
  const below = target.top + target.height + gap;
  const rooms = [
    { room: screen.width - right, needs: card.width, at: { left: right, top: middle.top } },
    { room: target.left - gap, needs: card.width, at: { left: target.left - gap - card.width, top: middle.top } },
    { room: screen.height - below, needs: card.height, at: { left: middle.left, top: below } },
    { room: target.top - gap, needs: card.height, at: { left: middle.left, top: target.top - gap - card.height } },
  ];
  if (isRow) rooms.unshift(...rooms.splice(2));
  const { at } =
    rooms.find(({ room, needs }) => room >= needs + margin) ?? rooms.toSorted((a, b) => b.room - a.room)[0]!;
  return { left: clamp(at.left, screen.width - card.width), top: clamp(at.top, screen.height - card.height) };
};
