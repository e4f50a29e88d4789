export { createHttpClient, type HttpClient, type HttpPolicy } from './client.ts';
export { RequestError, type RequestErrorCode } from './request-error.ts';
