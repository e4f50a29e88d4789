import { api } from '@millrace/contract';

/** The endpoints of the contract. A build keeps their addresses alone (`vite.config.ts`): the schemas, and what reads them, stay with the server. */
export const endpoints = api;
