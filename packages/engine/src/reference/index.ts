export { nodeActions } from './node-actions.ts';
export { nodeReference } from './node-reference.ts';
