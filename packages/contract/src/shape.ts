import type { z } from 'zod';

/** A schema for each key of a type: one that is forgotten does not compile. */
export type Shape<T> = { [K in keyof Required<T>]: z.ZodType };

/** Of a union of types. */
export type ShapeOf<T, Key extends keyof T, Value extends T[Key]> = Shape<Extract<T, Record<Key, Value>>>;
