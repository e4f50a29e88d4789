export * from './graph.ts';
export * from './paths.ts';
