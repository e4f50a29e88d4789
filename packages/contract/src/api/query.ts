import { z } from 'zod';
import { standsFor } from './stands-for.ts';

/** A query value that holds JSON text. */
export const jsonQuery = <T extends z.ZodType>(schema: T) =>
  standsFor(
    z
      .string()
      .transform((text, context) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          context.addIssue({ code: 'custom', message: 'is not valid JSON' });
          return z.NEVER;
        }
      })
      .pipe(schema),
    schema,
  );

export const booleanQuery = z.enum(['true', 'false']).transform((text) => text === 'true');
