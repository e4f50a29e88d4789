export { createHttpClient } from './client.ts';
