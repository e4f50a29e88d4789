import type { Kysely } from 'kysely';
import { type Config, type PublicUrls, publicUrls } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Bus } from './bus.ts';

/**
 * The addresses that the instance gives out. A process that serves them knows them; one that only executes runs takes what such a process
 * has left in the database, unless its own settings name them.
 */
export interface PublicAddresses {
  urls(): PublicUrls;
  /** Of a process that serves them, when it listens. @param port that it really listens on */
  publish(port: number): Promise<void>;
}

const key = 'publicAddresses';

export const createPublicAddresses = async (options: {
  db: Kysely<Database>;
  bus: Pick<Bus, 'broadcast' | 'on' | 'onGap'>;
  config: Pick<Config, 'baseUrl' | 'webhookUrl' | 'port'>;
  /** Whether this process serves them itself. */
  serves: boolean;
  onError(error: unknown): void;
}): Promise<PublicAddresses> => {
  const { db, bus, config, serves, onError } = options;
  const isNamed = config.baseUrl !== '' || config.webhookUrl !== '';
  let current = publicUrls(config, config.port);

  const load = async (): Promise<void> => {
    const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
    if (row) current = JSON.parse(row.value) as PublicUrls;
  };
  if (!serves && !isNamed) {
    await load();
    bus.on('addressesChanged', () => void load().catch(onError));
    bus.onGap(() => void load().catch(onError));
  }

  return {
    urls: () => current,
    async publish(port) {
      current = publicUrls(config, port);
      const value = JSON.stringify(current);
      await db
        .insertInto('instance')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
      bus.broadcast('addressesChanged', {});
    },
  };
};
