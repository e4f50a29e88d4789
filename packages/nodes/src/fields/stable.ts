import type { Json } from '@millrace/contract/data';

/** The value with the fields of its objects in one order, so that equal values are equal as JSON text. */
export const stable = (value: Json | undefined): Json | undefined => {
  if (Array.isArray(value)) return value.map((entry) => stable(entry) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, stable(value[key])]),
  );
};

/** A text that is the same for equal values, and for no others. */
export const stableText = (value: Json | undefined): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(stable(value)) : (JSON.stringify(value) ?? '');
