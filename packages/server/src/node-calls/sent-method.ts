import { toBuffer } from '../platform/frames.ts';
import { JsonText } from '../platform/json-text.ts';
import type { SentMethod } from './protocol.ts';
import type { NodeMethod } from './types.ts';

/** How a method travels: what may be large of it as bytes. */
export const toSent = (method: NodeMethod): { sent: SentMethod; bytes: Buffer[] } => {
  if (method.kind !== 'receive') return { sent: method, bytes: [] };
  const { request, rawBody, ...call } = method.call;
  const text = Buffer.from(request.text);
  return { sent: { ...method, call, requestBytes: text.length }, bytes: [text, toBuffer(rawBody)] };
};

/** The method again. */
export const fromSent = (sent: SentMethod, bytes: Buffer): NodeMethod => {
  if (sent.kind !== 'receive') return sent;
  const { requestBytes, ...method } = sent;
  const request = new JsonText(bytes.toString('utf8', 0, requestBytes));
  return { ...method, call: { ...sent.call, request, rawBody: bytes.subarray(requestBytes) } };
};
