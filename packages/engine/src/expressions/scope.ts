import { hashText } from './hash.ts';
import { Scope } from './scope-state.ts';
import type { ExpressionData, ExpressionScope } from './types.ts';

export type { Scope } from './scope-state.ts';

/**
 * An environment of variables for the items of one node run. Make one for a node run, then move `itemIndex`. It brings the hash functions; texts
 * of node types do without them (`parameters/type-text.ts`), so that the canvas need not load them.
 */
export const createScope = (data: ExpressionData): ExpressionScope => new Scope(data, hashText);
