import { t } from '../messages/index.ts';
import { cardWidth, type Point, squareSize } from './geometry.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** `1 item`, `12K items`. */
export const itemsLabel = (count: number): string =>
  t('canvas.wire.items', { count, shown: count < 10_000 ? String(count) : compact.format(count) });

const smallest = { width: 90 - (cardWidth - squareSize), height: 100 };

/** A text on a short wire would cover it. Measured as between the squares of the public format. */
export const isLabelShown = (source: Point, target: Point): boolean =>
  Math.abs(target.x - source.x) >= smallest.width || Math.abs(target.y - source.y) >= smallest.height;
