import { language } from '../messages/language.ts';

const steps = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** `999`, `1k`, `12.3k`, `4.5M`: at most one decimal, and never more than there is. */
export const abbreviate = (count: number): string => {
  const [size, sign] = steps.find(([least]) => count >= least) ?? [1, ''];
  return `${(Math.floor((count / size) * 10) / 10).toLocaleString(language)}${sign}`;
};
