import type { Kysely } from 'kysely';
import { type Config, type PublicUrls, publicUrls } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Bus } from './bus.ts';
import type { Registry } from './registry.ts';

/**
 * The addresses that the instance gives out. Where no setting names them, all processes give out the address of the webhooks of one that serves them,
 * for as long as that lives: services that were told of it are not told of another one whenever another process leads.
 */
export interface PublicAddresses {
  urls(): PublicUrls;
  /** Of a process that serves them, when it listens. @param port that it really listens on */
  publish(port: number): Promise<void>;
  /** Puts the addresses of this process in place of those of one that does not live any more. */
  follow(): Promise<void>;
}

interface Published extends PublicUrls {
  /** Id of the process whose addresses they are. */
  by?: string;
}

const key = 'publicAddresses';

export const createPublicAddresses = async (options: {
  db: Kysely<Database>;
  bus: Pick<Bus, 'broadcast' | 'on' | 'onGap'>;
  registry: Pick<Registry, 'processId' | 'isAlive'>;
  config: Pick<Config, 'baseUrl' | 'webhookUrl' | 'port'>;
  onError(error: unknown): void;
}): Promise<PublicAddresses> => {
  const { db, bus, registry, config, onError } = options;
  const { processId } = registry;
  const isNamed = config.baseUrl !== '' || config.webhookUrl !== '';
  let current = publicUrls(config, config.port);
  /** Of this process, when it serves them. */
  let own: PublicUrls | undefined;

  const read = async (): Promise<Published | undefined> => {
    const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
    return row && (JSON.parse(row.value) as Published);
  };
  /** Reads overlap, and one that was begun before what is in use now may have found what was there before it. */
  let begun = 0;
  let inUse = 0;
  const use = (order: number, { editor, webhook }: PublicUrls): void => {
    if (order < inUse) return;
    inUse = order;
    current = { editor: own?.editor ?? editor, webhook };
  };
  const load = async (): Promise<void> => {
    const order = ++begun;
    const published = await read();
    if (published) use(order, published);
  };

  const write = async (urls: PublicUrls): Promise<void> => {
    const value = JSON.stringify({ ...urls, by: processId });
    await db
      .insertInto('instance')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    bus.broadcast('addressesChanged', {});
  };

  const follow = async (): Promise<void> => {
    if (!own) return;
    const order = ++begun;
    const published = isNamed ? undefined : await read();
    const { by } = published ?? {};
    if (published && by !== undefined && by !== processId && (await registry.isAlive(by))) return use(order, published);
    use(++begun, own);
    await write(own);
  };

  if (!isNamed) {
    await load();
    bus.on('addressesChanged', () => void load().catch(onError));
    bus.onGap(() => void load().catch(onError));
  }

  return {
    urls: () => current,
    async publish(port) {
      own = publicUrls(config, port);
      await follow();
    },
    follow,
  };
};
