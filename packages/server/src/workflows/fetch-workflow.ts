import { isObject, isWorkflowAddress } from '@millrace/contract';
import type { OwnRequests } from '../executions/outbound/own-requests.ts';
import { AppError } from '../platform/errors.ts';
import { RequestError } from '../platform/http/request-error.ts';
import { parseJsonBody } from '../platform/json-body.ts';

const timeout = 10_000;
const maxMegabytes = 5;

/** A workflow in the public format, as it came: who imports it reads it tolerantly. */
export interface FetchedWorkflow {
  [key: string]: unknown;
  nodes: unknown[];
  connections: Record<string, unknown>;
}

const importFailed = (message: string): AppError => new AppError('importFailed', message);

/** To the end, or to the limits: a body that is left must have been begun. */
const readText = async (host: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    size += chunk.length;
    if (size > maxMegabytes * 1024 * 1024)
      throw importFailed(`What ${host} gives is larger than the ${maxMegabytes} MB that an import may have.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, size));
};

const parse = (host: string, text: string): FetchedWorkflow => {
  let value: unknown;
  try {
    value = parseJsonBody(text);
  } catch {
    throw importFailed(`What ${host} gives is not JSON.`);
  }
  if (!isObject(value) || !Array.isArray(value.nodes) || !isObject(value.connections))
    throw importFailed(`What ${host} gives is not a workflow: that has "nodes" and "connections".`);
  return value as FetchedWorkflow;
};

/** Fetches workflows from elsewhere, by the way and under the rules of requests that nodes make. */
export const createFetchWorkflow =
  ({ streamed }: Pick<OwnRequests, 'streamed'>) =>
  /** @throws AppError importFailed, with a message that says nothing of what the address holds but that it is no workflow */
  async (address: string): Promise<FetchedWorkflow> => {
    const url = isWorkflowAddress(address) ? URL.parse(address.trim()) : null;
    if (!url) throw importFailed('The URL of a workflow begins with http:// or https:// and ends with .json.');
    try {
      const headers = { accept: 'application/json' };
      const signal = AbortSignal.timeout(timeout);
      const { status, body } = await streamed({ method: 'GET', url: url.href, headers, timeout, signal }, undefined, 0);
      const text = await readText(url.host, body, signal);
      if (status !== 200) throw importFailed(`${url.host} answered with the status ${status}.`);
      return parse(url.host, text);
    } catch (error) {
      if (error instanceof RequestError) throw importFailed(`${error.message}.`);
      if (error instanceof DOMException) throw importFailed(`${url.host} did not answer in time.`);
      throw error;
    }
  };
