import { type Item, isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineNode, type HttpRequest, NodeError, parseJson } from '@millrace/engine/node-api';
import { failedAnswer } from '../http/failure.ts';

/** Milliseconds of silence after which the connection is made anew: a line that is dead says so to nobody. */
const longestSilence = 3_600_000;

const toItem = (data: string): Item => {
  let value: Json;
  try {
    value = parseJson(data) as Json;
  } catch {
    return { json: { data } };
  }
  return { json: isObject(value) ? (value as JsonObject) : { data: value } };
};

export const sseTrigger = defineNode({
  name: 'core.sseTrigger',
  displayName: 'SSE Trigger',
  description: 'Starts the workflow when a server sends an event (server-sent events)',
  aliases: ['n8n-nodes-base.sseTrigger'],
  versions: [1],
  defaultVersion: 1,
  group: ['trigger'],
  defaults: { name: 'SSE Trigger', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  activationMessage: 'The workflow now starts on each event from the server.',
  eventTriggerDescription: 'Waiting for an event from the server',
  codex: {
    categories: ['Development', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['server-sent events', 'EventSource', 'stream', 'push'],
  },
  parameters: [
    {
      name: 'url',
      displayName: 'URL',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://example.com/events',
      description: 'The URL of the event stream',
    },
  ],
  async listen({ http, parameter, staticData, emit, connected, signal }) {
    const { createParser } = await import('eventsource-parser');
    const place = staticData('node');
    const last = typeof place.lastEventId === 'string' ? place.lastEventId : '';
    const request: HttpRequest = {
      method: 'GET',
      url: parameter('url'),
      headers: { accept: 'text/event-stream', 'cache-control': 'no-store', ...(last && { 'last-event-id': last }) },
      streamed: true,
      timeout: longestSilence,
      signal,
    };
    const response = await http(request);
    if (response.status === 204) throw new NodeError('The server has no events to send (204)');
    if (response.status >= 400) throw failedAnswer(request, response, await response.text(), 0);
    const type = String(response.headers['content-type'] ?? '');
    if (!/^text\/event-stream\b/i.test(type))
      throw new NodeError('The address does not send events', {
        description: `It answers with ${type || 'no content type'}, and events come as text/event-stream.`,
      });
    connected();
    const events: { id?: string; event?: string; data: string }[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const decoder = new TextDecoder();
    for await (const piece of response.stream()) {
      parser.feed(decoder.decode(piece, { stream: true }));
      // One after another: while one is being stored, the server waits.
      for (const { id, event, data } of events.splice(0)) {
        if (id !== undefined) place.lastEventId = id;
        if (event === undefined || event === '' || event === 'message')
          await emit([toItem(data)], id ? { key: id } : {});
      }
    }
  },
});
