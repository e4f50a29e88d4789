export type * from './expressions/types.ts';
export type * from './run/types.ts';
