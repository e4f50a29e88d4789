import { language } from '../messages/language.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-03-04 15:06:07` in the browser's zone; `04.03.2026 15:06:07` in German. @param moment ISO text, or milliseconds since 1970 */
export const formatDate = (moment: string | number): string => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '--';
  const [year, month, day] = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())];
  const written = language === 'de' ? `${day}.${month}.${year}` : `${year}-${month}-${day}`;
  return `${written} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** `38 ms`, `2.4 s`, from a minute on `1:05`, from an hour on `1:00:05`. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${(milliseconds / 1000).toLocaleString(language, oneDecimal)} s`;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? rest.replace(/^0/, '') : `${Math.floor(seconds / 3600)}:${rest}`;
};
