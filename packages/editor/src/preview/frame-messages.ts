import { isObject } from '@millrace/contract/data';

/*
 * What a page and the preview in its frame tell each other, as text of JSON. The names of the commands are those of the public protocol, so pages that
 * speak it need no change.
 */

/** From the frame. A node has been opened, or closed; something of the workflow cannot be shown. */
export type FrameCommand =
  | { command: 'n8nReady'; version: string }
  | { command: 'openNDV' }
  | { command: 'closeNDV' }
  | { command: 'error'; message: string };

/** From the page. */
export interface OpenWorkflowCommand {
  command: 'openWorkflow';
  /** In the public format. */
  workflow: unknown;
}

/** What the data of a message says; undefined: it is none of ours. */
export const readCommand = (data: unknown): (Record<string, unknown> & { command: string }) | undefined => {
  if (typeof data !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) && typeof value.command === 'string' ? { ...value, command: value.command } : undefined;
  } catch {
    return undefined;
  }
};
