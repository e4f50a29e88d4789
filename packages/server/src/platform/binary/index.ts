export { binaryStoreSettings } from './configured.ts';
export { BinaryStorageError, isPassingStorageFailure } from './failure.ts';
export { readRange } from './range-header.ts';
export { type BinaryStore, type BinaryStoreSettings, createBinaryStore } from './store.ts';
