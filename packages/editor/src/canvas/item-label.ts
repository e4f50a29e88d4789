import { t } from '../messages/index.ts';
import { language } from '../messages/language.ts';
import { cardHeight, type Point } from './geometry.ts';

const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

const shortNumber = (count: number): string => (count < 10_000 ? String(count) : compact.format(count));

/** `1 item`, `12K items`. */
const itemsLabel = (count: number): string => t('canvas.wire.items', { count, shown: shortNumber(count) });

/** Rough width of a letter of these labels. */
const letterWidth = 5.4;
/** Ports stand out from the cards, and a wire begins at their outer edge. */
const portRoom = 10;
/** Cards cover what is beside a wire. Further above or below their middle than this there are none, nor the marks at their corners. */
const clearance = cardHeight / 2 + 16;

/** The names of the ports at both ends as they stand on the wire; empty where there are none. */
export interface PortLabels {
  source: string;
  target: string;
}

/** What the name of a port takes of a wire, with the space before and behind it. */
const roomOf = (label: string): number => (label === '' ? 0 : label.length * letterWidth + 9);

/**
 * How many items a wire has carried: in words, by the number alone where cards would cut the words off, and not at all on a wire too short
 * for that. Between cards that stand close together it shares the wire with the names of ports.
 * @returns the text, and how far from the wire's middle it stands
 */
export const labelOnWire = (
  count: number,
  source: Point,
  target: Point,
  ports: PortLabels = { source: '', target: '' },
): { text: string; shift: number } | undefined => {
  const width = target.x - source.x;
  // A wire that leads back goes round the cards.
  const isFree = width < 0 || Math.abs(target.y - source.y) / 2 > clearance;
  const [before, behind] = [roomOf(ports.source), roomOf(ports.target)];
  const isShared = !isFree && before + behind > 0;
  const room = isShared ? width - before - behind : width + portRoom;
  const text = [itemsLabel(count), shortNumber(count)].find((one) => isFree || one.length * letterWidth <= room);
  return text === undefined ? undefined : { text, shift: isShared ? (before - behind) / 2 : 0 };
};
