import type { FrameCommand, OpenWorkflowCommand } from './frame-messages.ts';
import { readCommand } from './frame-messages.ts';

/** The page around this one; without one this page itself. */
export interface ParentPage {
  tell(command: FrameCommand): void;
  /** Calls back with each workflow that it sends. Returns the end of it. */
  onWorkflow(listener: (workflow: unknown) => void): () => void;
}

/** Where the page around may come from. Browsers that tell where it does come from spare the others a message that is for none of them. */
const targetsOf = (origins: readonly string[]): readonly string[] => {
  const around = (location as { ancestorOrigins?: ArrayLike<string> }).ancestorOrigins?.[0];
  return around === undefined ? origins : origins.filter((origin) => origin === around);
};

/**
 * Messages go to pages of this instance and of the named origins alone, and only theirs are read.
 * @param others origins beside the own one
 */
export const createParentPage = (others: readonly string[]): ParentPage => {
  const origins = [...new Set([location.origin, ...others])];
  return {
    tell: (command) => {
      for (const origin of targetsOf(origins)) window.parent.postMessage(JSON.stringify(command), origin);
    },
    onWorkflow: (listener) => {
      const onMessage = ({ source, origin, data }: MessageEvent) => {
        if (source !== window.parent || !origins.includes(origin)) return;
        const message = readCommand(data) as OpenWorkflowCommand | undefined;
        if (message?.command === 'openWorkflow') listener(message.workflow);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
};
