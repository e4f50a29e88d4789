import { t } from '../messages/index.ts';
import { cardHeight, type Point } from './geometry.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const shortNumber = (count: number): string => (count < 10_000 ? String(count) : compact.format(count));

/** `1 item`, `12K items`. */
const itemsLabel = (count: number): string => t('canvas.wire.items', { count, shown: shortNumber(count) });

/** Rough width of a letter of these labels. */
const letterWidth = 5.4;
/** Ports stand out from the cards, and a wire begins at their outer edge. */
const portRoom = 10;
/** Cards cover what is beside a wire. Further above or below their middle than this there are none, nor the marks at their corners. */
const clearance = cardHeight / 2 + 16;

/**
 * How many items a wire has carried: in words, by the number alone where cards would cut the words off, and not at all on a wire too short
 * for that.
 */
export const labelOnWire = (count: number, source: Point, target: Point): string | undefined => {
  const width = target.x - source.x;
  // A wire that leads back goes round the cards.
  const isFree = width < 0 || Math.abs(target.y - source.y) / 2 > clearance;
  const fits = (text: string) => isFree || text.length * letterWidth <= width + portRoom;
  return [itemsLabel(count), shortNumber(count)].find(fits);
};
