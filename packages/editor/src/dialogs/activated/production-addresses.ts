import { isChatTrigger } from '../../chat/chat-trigger.ts';
import { isFormTrigger } from '../../workflow/awaited-calls.ts';
import type { DocumentNode } from '../../workflow/types.ts';

export interface ProductionAddress {
  method: string;
  url: string;
  /** People open it in a browser. */
  isPage: boolean;
}

/** Where an active trigger is reached. What the page of a form or a chat calls is left out, since nobody has to. */
export const productionAddresses = (
  node: DocumentNode,
  addresses: readonly { method: string; url: string }[],
): ProductionAddress[] => {
  const hasPage = (isFormTrigger(node) || isChatTrigger(node)) && addresses.some(({ method }) => method === 'GET');
  return addresses
    .filter(({ method }) => !hasPage || method === 'GET')
    .map(({ method, url }) => ({ method, url, isPage: hasPage }));
};
