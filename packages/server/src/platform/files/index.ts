export { type FileSettings, fileSettings } from './configured.ts';
export { createFileServices } from './file-services.ts';
