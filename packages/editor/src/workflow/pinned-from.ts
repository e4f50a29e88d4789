import type { Item, JsonObject, PinData } from '@millrace/contract';

/** What pinning stores for items: their JSON alone where there is nothing else to keep. */
export const pinnedFrom = (items: readonly Item[]): PinData[string] =>
  items.map(({ json }) => ({ json }) as JsonObject);
