import { language } from '../messages/language.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

let format: Intl.RelativeTimeFormat | undefined;

/** `3 weeks ago`, `yesterday`, `now`. @param now milliseconds since 1970 */
export const timeAgo = (moment: string, now = Date.now()): string => {
  const past = Math.max(0, now - Date.parse(moment));
  if (Number.isNaN(past)) return '--';
  format ??= new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = units.find(([, least]) => past >= least) ?? ['second', second];
  return format.format(-Math.floor(past / size), unit);
};
