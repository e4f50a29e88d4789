import type { Json } from '../json.ts';

/** What the values of other parameters, or the node's version, must be like for something to be shown or locked. */

export interface DisplayCondition {
  _cnd:
    | { eq: Json }
    | { not: Json }
    | { gte: number | string }
    | { lte: number | string }
    | { gt: number | string }
    | { lt: number | string }
    | { between: { from: number | string; to: number | string } }
    | { startsWith: string }
    | { endsWith: string }
    | { includes: string }
    | { regex: string }
    | { exists: true };
}

/**
 * Parameter name → values of which one must be there. A name that starts with `/` is looked up from the root of the node's
 * parameters, `@version` is the node's typeVersion, `@tool` whether it serves as a tool, dots lead into objects.
 */
export type DisplayRules = Record<string, readonly (Json | DisplayCondition)[]>;

/** Holds when every `show` rule does and no `hide` rule. */
export interface DisplayOptions {
  show?: DisplayRules;
  hide?: DisplayRules;
}
