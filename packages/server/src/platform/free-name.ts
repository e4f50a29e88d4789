/** `base` itself if it is free, else with the first number from 2 that makes it so; never longer than names may be. */
export const freeName = (base: string, taken: Iterable<string>, maxLength: number): string => {
  const names = new Set(taken);
  const fitting = (suffix: string) => base.slice(0, maxLength - suffix.length) + suffix;
  let name = fitting('');
  for (let number = 2; names.has(name); number += 1) name = fitting(` ${number}`);
  return name;
};
