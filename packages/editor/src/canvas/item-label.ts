import { t } from '../messages/index.ts';
import { language } from '../messages/language.ts';
import { cardSize, type Point } from './geometry.ts';

const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

export const shortNumber = (count: number): string => (count < 10_000 ? String(count) : compact.format(count));

/** `1 item`, `12K items`. */
export const itemsLabel = (count: number): string => t('canvas.wire.items', { count, shown: shortNumber(count) });

/** Rough width of a letter of these labels. */
const letterWidth = 6;
const padding = 12;
/** Shorter wires show no label. */
const leastLength = { x: 90, y: 100 };
/** Cards cover what is beside a wire. Further above or below their middle than this there are none. */
const clearance = cardSize / 2;

export const chipHeight = 16;

/** The names of the ports at both ends as they stand on the wire; empty where there are none. */
export interface PortLabels {
  source: string;
  target: string;
}

export interface ItemLabel {
  text: string;
  /** Of the chip that it stands in. */
  width: number;
  /** How far from the wire's middle that is. */
  shift: number;
}

/** What the name of a port takes of a wire, with the space before and behind it. */
const roomOf = (label: string): number => (label === '' ? 0 : label.length * letterWidth + 9);

/**
 * How many items a wire has carried: in words, by the number alone where cards would cut the words off, and not at all on a wire too short
 * for that. Between cards that stand close together it shares the wire with the names of ports.
 */
export const labelOnWire = (
  count: number,
  source: Point,
  target: Point,
  ports: PortLabels = { source: '', target: '' },
): ItemLabel | undefined => {
  const width = target.x - source.x;
  if (Math.abs(width) < leastLength.x && Math.abs(target.y - source.y) < leastLength.y) return undefined;
  // A wire that leads back goes round the cards.
  const isFree = width < 0 || Math.abs(target.y - source.y) / 2 > clearance;
  const [before, behind] = [roomOf(ports.source), roomOf(ports.target)];
  const isShared = !isFree && before + behind > 0;
  const room = isShared ? width - before - behind : width;
  const texts = [itemsLabel(count), shortNumber(count)].map((text) => ({
    text,
    width: text.length * letterWidth + padding,
  }));
  const label = texts.find((one) => isFree || one.width <= room);
  return label && { ...label, shift: isShared ? (before - behind) / 2 : 0 };
};
