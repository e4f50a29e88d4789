import type { z } from 'zod';

const meanings = new WeakMap<z.ZodType, z.ZodType>();

/**
 * For a schema that takes less or something else than what is meant: text that holds JSON, or an object whose whole check would cost more than
 * it is worth. The description of the API shows what is meant.
 */
export const standsFor = <S extends z.ZodType>(schema: S, meaning: z.ZodType): S => {
  meanings.set(schema, meaning);
  return schema;
};

export const meaningOf = (schema: z.ZodType): z.ZodType | undefined => meanings.get(schema);
