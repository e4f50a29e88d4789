import { limits } from './limits.ts';

/**
 * A name for a node: `wanted`, or with a number at its end if it is taken: `Set`, `Set1`, `Set2`, …. A number that is there is counted on:
 * `Set1` becomes `Set2`. A long name is shortened so that the number fits.
 */
export const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted)) return wanted;
  const [, base = wanted, digits = ''] = /^(.*?)(\d{0,9})$/s.exec(wanted) ?? [];
  for (let number = digits === '' ? 1 : Number(digits) + 1; ; number++) {
    const name = `${base.slice(0, limits.nodeNameMaxLength - String(number).length)}${number}`;
    if (!taken.has(name)) return name;
  }
};
