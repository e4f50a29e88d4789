export * from './fit.ts';
export * from './text-index.ts';
export { plain, wordsOf } from './words.ts';
