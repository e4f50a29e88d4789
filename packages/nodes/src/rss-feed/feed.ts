/** RSS and Atom feeds. */
import type { JsonObject } from '@millrace/contract/data';
import { type HttpRequest, NodeError, type SetupContext } from '@millrace/engine/node-api';
import { failedAnswer } from '../http/failure.ts';

export interface FeedSettings {
  url: string;
  allowUnauthorizedCerts?: boolean;
  /** Further elements of an entry that are read. */
  customFields?: string[];
}

/** In the character set that the answer names, else the one that the document names. */
const decode = (bytes: Uint8Array, contentType: string): string => {
  const ofAnswer = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const ofDocument = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)/.exec(start)?.[1];
  try {
    return new TextDecoder(ofAnswer ?? ofDocument ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

const fetchFeed = async (
  context: Pick<SetupContext, 'http' | 'signal'>,
  { url, allowUnauthorizedCerts }: FeedSettings,
): Promise<string> => {
  const address = url.trim();
  if (address === '') throw new NodeError('The URL of the feed is empty');
  if (!URL.canParse(address))
    throw new NodeError(`"${address.slice(0, 200)}" is not a URL`, {
      description: 'It must begin with http:// or https:// and name a host.',
    });
  const request: HttpRequest = {
    method: 'GET',
    url: address,
    headers: { accept: 'application/rss+xml, application/rdf+xml;q=0.8, application/atom+xml;q=0.6, */*;q=0.4' },
    allowUnauthorizedCerts,
    signal: context.signal,
  };
  const response = await context.http(request);
  if (response.status >= 400) throw failedAnswer(request, response, await response.text(), 0);
  return decode(await response.bytes(), String(response.headers['content-type'] ?? ''));
};

/** The entries of a feed, in its order, in the shape that the library `rss-parser` gives them. @throws NodeError */
export const readFeed = async (
  context: Pick<SetupContext, 'http' | 'signal'>,
  settings: FeedSettings,
): Promise<JsonObject[]> => {
  const xml = await fetchFeed(context, settings);
  const { default: Parser } = await import('rss-parser');
  const parser = new Parser<object, JsonObject>({ customFields: { item: settings.customFields ?? [] } });
  try {
    const { items } = await parser.parseString(xml);
    return items as JsonObject[];
  } catch (error) {
    throw new NodeError('The address does not give an RSS or Atom feed', {
      description: (error as Error).message.split('\n')[0],
      cause: error,
    });
  }
};
