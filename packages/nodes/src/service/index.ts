/** Services described as data: docs/guides/service.md. */
export { inBatches, pairedResults } from './batch.ts';
export type { Connection, ServiceCredential } from './connection.ts';
export { defineService, type ServiceDefinition } from './define-service.ts';
export {
  choice,
  choices,
  collection,
  date,
  entries,
  type Field,
  json,
  locator,
  mapper,
  number,
  type Send,
  text,
  toggle,
} from './field.ts';
export type { ListTools, ServiceList } from './lists.ts';
export { type Operation, type Output, operation, type Tools } from './operation.ts';
export type { Paging } from './paging.ts';
export type { Resource } from './parameters.ts';
export { definePollTrigger, type PollTools, type PollTrigger } from './poll-trigger.ts';
export type { RequestLine, RequestParts } from './request.ts';
export type { Requester } from './requester.ts';
export {
  defineWebhookTrigger,
  type ReceiveTools,
  type RegistrationTools,
  type WebhookTrigger,
} from './webhook-trigger.ts';
