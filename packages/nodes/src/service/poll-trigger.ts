/** Triggers of services that are asked again and again what is new. */
import type { Item, JsonObject } from '@millrace/contract/data';
import { type NodeDefinition, NodeError, type PollContext } from '@millrace/engine/node-api';
import { describeTrigger, type FieldTools, fieldTools, type ServiceTrigger } from './trigger.ts';

export interface PollTools extends FieldTools {
  readonly context: PollContext;
}

export interface PollTrigger extends ServiceTrigger {
  /**
   * Elements that are not older than `since`, the newest first or in any order. Run by hand `since` is undefined and `limit` says how many are looked at;
   * then the newest come first.
   */
  news(tools: PollTools, since: string | undefined, limit: number): Promise<JsonObject[]>;
  /** When an element came about or was changed: an ISO date, or anything else that sorts as text. @throws NodeError where it has none */
  at(element: JsonObject, tools: PollTools): string;
  /** What makes it this one. */
  id(element: JsonObject): string;
  /** Default: the element. */
  toItem?(element: JsonObject, tools: PollTools): Item | Promise<Item>;
}

/** How far the node has looked: up to a time, and which of that very time it has seen. */
interface Place {
  since: string;
  seen: string[];
}

const readPlace = (kept: Record<string, unknown>): Place | undefined => {
  // Public workflows bring `lastTimeChecked`.
  const since = kept.since ?? kept.lastTimeChecked;
  if (typeof since !== 'string' || since === '') return undefined;
  return { since, seen: Array.isArray(kept.seen) ? kept.seen.map(String) : [] };
};

/** Elements that were not seen before, the oldest first; the place goes on to the newest. */
const unseen = (trigger: PollTrigger, elements: JsonObject[], place: Place, tools: PollTools) => {
  const dated = elements.map((element) => ({ element, at: trigger.at(element, tools), id: trigger.id(element) }));
  const fresh = dated
    .filter(({ at, id }) => at > place.since || (at === place.since && !place.seen.includes(id)))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const since = fresh.at(-1)?.at ?? place.since;
  const seen = fresh.filter(({ at }) => at === since).map(({ id }) => id);
  return {
    elements: fresh.map(({ element }) => element),
    place: { since, seen: since === place.since ? [...place.seen, ...seen] : seen },
  };
};

const toItems = (trigger: PollTrigger, elements: JsonObject[], tools: PollTools): Promise<Item[]> =>
  Promise.all(elements.map(async (element) => (await trigger.toItem?.(element, tools)) ?? { json: element }));

const poll = async (trigger: PollTrigger, context: PollContext): Promise<[Item[]] | null> => {
  const tools = { ...fieldTools(trigger, context), context };
  if (context.isTest) {
    const [newest] = await trigger.news(tools, undefined, 1);
    if (!newest) throw new NodeError('There is nothing yet that could be shown');
    trigger.at(newest, tools);
    return [await toItems(trigger, [newest], tools)];
  }
  const kept = context.staticData('node');
  const place = readPlace(kept);
  if (!place) {
    // What was there before the workflow was active is not news.
    Object.assign(kept, { since: new Date(context.now()).toISOString(), seen: [] });
    return null;
  }
  const elements = await trigger.news(tools, place.since, Number.POSITIVE_INFINITY);
  const found = unseen(trigger, elements, place, tools);
  const items = await toItems(trigger, found.elements, tools);
  Object.assign(kept, found.place);
  return items.length > 0 ? [items] : null;
};

export const definePollTrigger = (trigger: PollTrigger): NodeDefinition => ({
  ...describeTrigger(trigger),
  poll: (context) => poll(trigger, context),
});
