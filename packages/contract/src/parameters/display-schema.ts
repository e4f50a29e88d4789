import { z } from 'zod';
import type { Json } from '../json.ts';
import type { Shape } from '../shape.ts';
import type { DisplayCondition, DisplayOptions, DisplayRules } from './display.ts';

const json = z.custom<Json>();
const bound = z.union([z.number(), z.string()]);

export const displayConditionSchema: z.ZodType<DisplayCondition> = z.object({
  _cnd: z.union([
    z.object({ eq: json }),
    z.object({ not: json }),
    z.object({ gte: bound }),
    z.object({ lte: bound }),
    z.object({ gt: bound }),
    z.object({ lt: bound }),
    z.object({ between: z.object({ from: bound, to: bound }) }),
    z.object({ startsWith: z.string() }),
    z.object({ endsWith: z.string() }),
    z.object({ includes: z.string() }),
    z.object({ regex: z.string() }),
    z.object({ exists: z.literal(true) }),
  ]),
});

export const displayRulesSchema: z.ZodType<DisplayRules> = z.record(
  z.string(),
  z.array(z.union([displayConditionSchema, json])),
);

export const displayOptionsSchema: z.ZodType<DisplayOptions> = z.looseObject({
  show: displayRulesSchema.optional(),
  hide: displayRulesSchema.optional(),
} satisfies Shape<DisplayOptions>);
