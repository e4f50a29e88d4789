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
  /** A call shows this page, and starts nothing. */
  chat?: ChatPage;
  /**
   * Calls come from the page of the same address, to which a browser adds by itself what proves who calls. What pages of other sites send is refused,
   * unless `allowedOrigins` names them one by one.
   */
  ofPage?: boolean;
  /** Is served while an editor waits for a test call, and not for the active workflow. */
  testOnly?: boolean;
  /** Why nothing can be served there, though the address is known: a parameter that is not filled in yet. */
  problem?: { message: string; description?: string | undefined };
}

/** A page on which people talk to a workflow: what they say is posted to the address of the page. Plain data. */
export interface ChatPage {
  title: string;
  subtitle?: string;
  placeholder?: string;
  /** What is said to begin with. */
  greetings: string[];
  /** Files may be sent; `accept` as in HTML. */
  files?: { accept?: string };
  /** What was said before is asked for, by the action `loadPreviousSession`. */
  loadsSession?: boolean;
  css?: string;
}
