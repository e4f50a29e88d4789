import { language } from '../../messages/language.ts';

const units = ['B', 'KB', 'MB', 'GB'];

/** Such as 12 KB or 3.4 MB. */
export const formatSize = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toLocaleString(language, { maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
};
