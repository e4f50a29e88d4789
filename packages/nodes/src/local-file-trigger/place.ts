import { isObject } from '@millrace/contract/data';
import type { KnownFiles } from './watched-files.ts';

/** Files of which a trigger keeps in mind what they were while nobody watches. */
const mostKept = 2000;

/** What was known when the trigger last stored it; undefined: it begins, or has too many files. */
export const readPlace = (data: Readonly<Record<string, unknown>>, watched: string): KnownFiles | undefined => {
  const { place } = data;
  if (!isObject(place) || place.watched !== watched || !isObject(place.files)) return undefined;
  return new Map(Object.entries(place.files).map(([path, stamp]) => [path, String(stamp)]));
};

/** Stored with the next event, or by itself. */
export const keepPlace = (data: Record<string, unknown>, watched: string, known: KnownFiles): void => {
  data.place = known.size <= mostKept ? { watched, files: Object.fromEntries(known) } : { watched };
};
