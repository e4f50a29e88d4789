export { type BinaryStore, createBinaryStore } from './store.ts';
