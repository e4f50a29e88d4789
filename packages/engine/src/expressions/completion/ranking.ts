import type { Completion } from './types.ts';

/** What authors of workflows use most comes first, by how often it occurs in public workflows; all else by its name. */

const order =
  'format toJsonString minus plus toDateTime parseJson toNumber base64Encode last first toISO join replace map split isEmpty slice trim toString ' +
  'toLowerCase match replaceAll filter includes values length urlEncode keys toUpperCase substring startOf setZone toMillis toFixed find ' +
  'toLocaleString some reduce padStart flatMap toInt extractDomain removeField round isNotEmpty removeTags compact toBoolean removeMarkdown ' +
  'base64Decode year month day hour minute weekday toISODate toRelative diff endOf diffTo getTime toISOString unique pluck sum average ' +
  'extractEmail toTitleCase hasField stringify parse floor ceil fromISO now fromFormat fromSeconds fromMillis entries';

const places: ReadonlyMap<string, number> = new Map(order.split(' ').map((name, place) => [name, place]));

const placeOf = ({ documentation, label }: Completion): number =>
  places.get(documentation?.name ?? label) ?? places.size;

export const byUse = (options: readonly Completion[]): Completion[] =>
  options.toSorted((left, right) => placeOf(left) - placeOf(right) || (left.label < right.label ? -1 : 1));
