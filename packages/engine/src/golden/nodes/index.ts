export * from './branches.ts';
export * from './failures.ts';
export * from './items.ts';
export * from './memory.ts';
export type { PlacedNode } from './place.ts';
export * from './sub-nodes.ts';
export * from './time.ts';
