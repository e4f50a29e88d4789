import { createHash } from 'node:crypto';
import type { JsonObject } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { readFeed } from './feed.ts';

/** How far the trigger has looked. */
interface Place {
  /** Epoch milliseconds: what is older was there before the trigger was. */
  since: number;
  /** Entries that it has seen, as `idOf` gives them. */
  seen: string[];
}

/** Entries that are remembered besides those that the feed has at the moment. */
const mostRemembered = 1000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** What makes an entry this one. */
const idOf = ({ guid, id, link, title, isoDate }: JsonObject): string => {
  const named = guid ?? id ?? link ?? [title, isoDate];
  return createHash('sha256').update(textOf(named)).digest('base64url').slice(0, 16);
};

const timeOf = ({ isoDate }: JsonObject): number => Date.parse(textOf(isoDate));

/** Public workflows bring `lastItemDate` or `lastTimeChecked`. */
const readPlace = ({ since, seen, lastItemDate, lastTimeChecked }: Record<string, unknown>): Place | undefined => {
  if (typeof since === 'number' && Array.isArray(seen)) return { since, seen: seen.map(String) };
  const at = Date.parse(textOf(lastItemDate ?? lastTimeChecked));
  return Number.isNaN(at) ? undefined : { since: at, seen: [] };
};

const isNew = (entry: JsonObject, { since, seen }: Place): boolean =>
  !seen.includes(idOf(entry)) && !(timeOf(entry) <= since);

export const rssFeedReadTrigger = defineNode({
  name: 'core.rssFeedReadTrigger',
  displayName: 'RSS Feed Trigger',
  description: 'Starts the workflow when an RSS or Atom feed has new entries',
  aliases: ['n8n-nodes-base.rssFeedReadTrigger'],
  versions: [1],
  defaultVersion: 1,
  group: ['trigger'],
  defaults: { name: 'RSS Feed Trigger', color: '#d4741a' },
  inputs: [],
  outputs: ['main'],
  codex: {
    categories: ['Communication', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['feed', 'atom', 'news', 'blog', 'poll'],
  },
  parameters: [
    {
      name: 'feedUrl',
      displayName: 'Feed URL',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://example.com/feed.xml',
      description: 'The URL of the feed',
    },
  ],
  async poll(context) {
    const entries = await readFeed(context, { url: context.parameter('feedUrl') });
    if (context.isTest) {
      const [newest] = entries;
      if (!newest) throw new NodeError('The feed has no entries yet');
      return [[{ json: newest }]];
    }
    const kept = context.staticData('node');
    const place = readPlace(kept);
    const ids = entries.map(idOf);
    // What was there before the workflow was active is not news.
    const found = place ? entries.filter((entry) => isNew(entry, place)) : [];
    const times = entries.map(timeOf).filter((time) => !Number.isNaN(time));
    kept.since = place?.since ?? Math.max(Number.MIN_SAFE_INTEGER, ...times);
    kept.seen = [...new Set([...ids, ...(place?.seen ?? [])])].slice(0, ids.length + mostRemembered);
    return found.length > 0 ? [found.map((json) => ({ json }))] : null;
  },
});
