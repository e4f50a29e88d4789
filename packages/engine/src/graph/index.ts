export * from './first-trigger.ts';
export * from './graph.ts';
export * from './paths.ts';
