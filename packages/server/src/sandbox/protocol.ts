import type { CodeLanguage } from '@millrace/engine/node-api';
import type { CodeForm } from './isolate/start.ts';
import type { SandboxSettings } from './settings.ts';

/** What workers and the sandbox process say to each other, in frames. Ids are a worker's own; the bytes are JSON, or what the head says. */

/** How the sandbox process is started: the first line of JSON in its input. */
export interface SandboxStart {
  /** Of the socket on which it listens. */
  path: string;
  settings: SandboxSettings;
}

/** What it says to the serving process, as lines of JSON. */
export type FromSandboxProcess =
  | { type: 'ready' }
  /** A runner has ended for no reason that is known. */
  | { type: 'lost'; output: string };

export type ToSandbox =
  /** JSON of what the code is given. `share`: for whom it runs. */
  | { type: 'run'; id: number; share: string; language: CodeLanguage; source: string; form: CodeForm }
  /** Of a call. JSON of a CallAnswer, and bytes behind it. */
  | { type: 'answer'; id: number; call: number; textBytes: number }
  | { type: 'abort'; id: number };

export type FromSandbox =
  /** JSON of the arguments, and bytes behind it. */
  | { type: 'call'; id: number; call: number; name: string; textBytes: number }
  /** JSON of a list of values. */
  | { type: 'log'; id: number }
  /** JSON of a CodeResult. */
  | { type: 'done'; id: number }
  | { type: 'failed'; id: number; message: string; description?: string };
