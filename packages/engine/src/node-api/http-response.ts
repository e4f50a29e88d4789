import type { Json } from '@millrace/contract/data';
import { NodeError } from './errors.ts';
import type { HttpHead, HttpResponse } from './http.ts';

const charset = /charset\s*=\s*"?([^\s";]+)/i;
const longestStart = 200;

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const list: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    list.push(chunk);
    size += chunk.length;
  }
  if (list.length === 1) return list[0]!;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of list) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
};

/** Bytes as text in the character set that a content type names; UTF-8 where it names none, or one that nobody knows. */
export const decodeText = (bytes: Uint8Array, contentType: string): string => {
  try {
    return new TextDecoder(charset.exec(contentType)?.[1] ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/** A key `__proto__` is data nobody means; where the text may hold one it is left out. @throws SyntaxError */
export const parseJson = (text: string): Json =>
  /__proto__|\\u005f/i.test(text)
    ? JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
    : JSON.parse(text);

/** An answer as nodes see it, for hosts to make. @param body whole, or as it comes */
export const createHttpResponse = (head: HttpHead, body: Uint8Array | AsyncIterable<Uint8Array>): HttpResponse => {
  let whole: Promise<Uint8Array> | undefined = body instanceof Uint8Array ? Promise.resolve(body) : undefined;
  const bytes = () => (whole ??= collect(body as AsyncIterable<Uint8Array>));
  const text = async () => decodeText(await bytes(), String(head.headers['content-type'] ?? ''));
  return {
    ...head,
    bytes,
    text,
    async json<T = Json>() {
      const content = await text();
      try {
        return parseJson(content) as T;
      } catch (cause) {
        throw new NodeError('The answer is not valid JSON', {
          description: `It begins with: ${content.slice(0, longestStart)}`,
          httpCode: String(head.status),
          cause,
        });
      }
    },
    async *stream() {
      if (whole) yield await whole;
      else yield* body as AsyncIterable<Uint8Array>;
    },
  };
};
