import type { BinaryData, JsonObject } from '@millrace/contract/data';
import type { CallerRules, WebhookResponseMode } from './caller.ts';
import type { WebhookRequest } from './http.ts';

/** A form as a page shows it. Plain data. What is HTML in it is sanitised where it is shown. */
export interface FormSpec extends CallerRules {
  title: string;
  /** HTML; line breaks are kept. */
  description?: string;
  buttonLabel?: string;
  fields: FormField[];
  /** When whoever sent it gets an answer: at once (default), at the end of the run, or from a node that responds. */
  responseMode?: WebhookResponseMode;
  /** What whoever sent it sees then. */
  completion: FormCompletion;
  /** Whoever sends it is led on, in the same tab, to the pages that the same execution comes to. `responseMode` then says nothing. */
  leadsOn?: boolean;
  /** Whoever sent an earlier page of the execution is led to this one. */
  isPage?: boolean;
  /** No form: the completion is shown to whoever was led here, and with that the wait is over. */
  isEnding?: boolean;
  /** Rules of style that hold after those of the page. */
  css?: string;
}

export type FormCompletion =
  | { kind: 'text'; title: string; message?: string }
  | { kind: 'redirect'; url: string }
  /** A page of the workflow's own, which is sandboxed. */
  | { kind: 'html'; html: string }
  /** Is downloaded. */
  | { kind: 'file'; file: BinaryData; title: string; message?: string };

export interface FormField {
  label: string;
  /** Key of the answer. Default: the label. */
  name?: string;
  type:
    | 'text'
    | 'textarea'
    | 'number'
    | 'email'
    | 'password'
    | 'date'
    | 'dropdown'
    | 'checkbox'
    | 'radio'
    | 'file'
    | 'hidden'
    /** No field: HTML between them, which is `defaultValue`. With a name it is part of the answers. */
    | 'html';
  placeholder?: string;
  required?: boolean;
  /** For `dropdown`, `checkbox` and `radio`. */
  options?: string[];
  /** Several options or files may be chosen. */
  multiple?: boolean;
  /** How many checkboxes may be ticked. */
  selections?: { least: number; most: number };
  /** Endings or media types joined by commas, as in HTML's `accept`. */
  acceptFileTypes?: string;
  defaultValue?: string;
}

/** A form that was sent. Plain data. */
export interface FormSubmission {
  /** Answers by key. */
  fields: JsonObject;
  /** Epoch milliseconds. */
  submittedAt: number;
  /** With the files, by binary property. */
  request: WebhookRequest;
}
