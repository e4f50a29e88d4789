import type { CallerRules, WebhookResponseMode } from './caller.ts';
import type { FormSpec } from './form.ts';

/** One address that a webhook node listens on, with all that the serving process must know of it. Plain data. */
export interface WebhookSpec extends CallerRules {
  /** Of several of a node. Default `default`. */
  name?: string;
  method: string;
  /** Under the instance's webhook endpoint, without a leading slash; segments that start with `:` are parameters. */
  path: string;
  responseMode: WebhookResponseMode;
  /** For `lastNode`. Default `firstEntryJson`. */
  responseData?: 'firstEntryJson' | 'allEntries' | 'firstEntryBinary' | 'noData';
  /** For `firstEntryJson`: only this field (dotted) of the item. */
  responsePropertyName?: string;
  /** For `firstEntryBinary`: which binary property. */
  responseBinaryPropertyName?: string;
  /** Default 200. */
  responseCode?: number;
  responseHeaders?: Record<string, string>;
  /** For `onReceived`: the answer's body instead of the usual message. */
  responseText?: string;
  /** Keeps the body's bytes as binary property of this name (raw bodies, and files get it as prefix). */
  binaryPropertyName?: string;
  rawBody?: boolean;
  /** CORS: `*` or origins joined by commas. Default `*`. */
  allowedOrigins?: string;
  /** The address is that of a page, under the instance's form endpoint: whoever sends it starts an execution. `method` is POST. */
  form?: FormSpec;
}
