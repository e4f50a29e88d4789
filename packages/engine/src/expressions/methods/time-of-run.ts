import { DateTime, Settings } from 'luxon';
import type { Scope } from '../scope.ts';
import { keepFew } from './luxon-caches.ts';

/** Luxon reads the clock and the zone of the host by itself; in an expression they are those of the run, wherever it is evaluated. */

export const nowOf = ({ data }: Scope): DateTime => DateTime.fromMillis(data.now(), { zone: data.timezone });

/** Reads a date; what its text or object leaves out (`10:30`, `{ hour: 3 }`) is taken from the clock of the run. */
export function byClockOf<T>({ data }: Scope, read: () => T): T {
  const { now } = Settings;
  Settings.now = () => data.now();
  try {
    return read();
  } finally {
    Settings.now = now;
  }
}

const localZones: ReadonlySet<unknown> = new Set([undefined, null, 'local', 'system', 'default']);

/** The zone that is named; the local one is that of the workflow. */
export function zoneNamed({ data }: Scope, zone: unknown): string {
  if (localZones.has(zone)) return data.timezone;
  keepFew(zone);
  return zone as string;
}
