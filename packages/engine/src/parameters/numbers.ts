/** A number, or a text that writes one out; NaN for anything else, blanks included. */
export const readNumber = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
