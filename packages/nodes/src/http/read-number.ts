/** A number of an option as it is stored or as its expression gives it; the fallback where there is none. */
export const readNumber = (value: unknown, fallback: number): number => {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return fallback;
  const number = Number(value);
  return Number.isFinite(number) ? number : fallback;
};
