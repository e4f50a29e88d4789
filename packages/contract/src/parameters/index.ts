export type * from './answers.ts';
export type * from './definition.ts';
export type * from './display.ts';
export * from './field-type.ts';
export type * from './resource-locator.ts';
export type * from './routing.ts';
export type * from './type-options.ts';
export type * from './values.ts';
