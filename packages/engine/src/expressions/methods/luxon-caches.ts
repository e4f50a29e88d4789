import { type DateTime, type Duration, Settings } from 'luxon';

/**
 * Luxon keeps each zone, and each formatter of the host, that it ever made; the formatters of one language take about 70 KB. Expressions may name any
 * number of them, so after so many Luxon is made to forget all.
 */

const mostKept = 200;
const kept = new Set<string>();

/** @param parts language, zone and options for which Luxon is about to make something to keep */
export function keepFew(...parts: readonly unknown[]): void {
  const key = JSON.stringify(parts);
  if (kept.has(key)) return;
  if (kept.size >= mostKept) {
    Settings.resetCaches();
    kept.clear();
  }
  kept.add(key);
}

/** What formats of this date are kept by. */
export const keepFewOf = (date: DateTime | Duration, options?: object): void =>
  keepFew(
    date.locale,
    'zoneName' in date ? date.zoneName : '',
    date.numberingSystem,
    'outputCalendar' in date ? date.outputCalendar : '',
    options,
  );

/** A zone may stand at the end of a text that is read as a date. */
export function keepFewZones(text: string): void {
  const zone = /[A-Za-z_][\w+/-]*\]?$/.exec(text)?.[0];
  if (zone !== undefined && zone !== 'Z') keepFew(zone);
}
