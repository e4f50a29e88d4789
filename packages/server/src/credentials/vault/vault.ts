import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { createEncryptionKey, type EncryptionKey } from './cipher.ts';
import type { KeySource } from './key-source.ts';

/** What is encrypted, as it is stored. */
export interface Sealed {
  data: string;
  key_id: string;
}

/** Encrypts what is stored, and reads it again. The database knows by a fingerprint which key is used for what is written. */
export interface Vault {
  /** In the transaction that stores it, so that a rotation of the key misses nothing. @param bound what it belongs to, such as `credential 12` */
  seal(transaction: Transaction<Database>, text: string, bound: string): Promise<Sealed>;
  /** @throws OperatorError where this process does not have the key; Error where it was changed */
  open(sealed: Sealed, bound: string): Promise<string>;
}

/** In the table `instance`. */
export const keySetting = 'encryptionKey';

export const readKeyId = async (db: Kysely<Database>): Promise<string | undefined> =>
  (await db.selectFrom('instance').select('value').where('key', '=', keySetting).executeTakeFirst())?.value;

/** By id. */
export const keysOf = (texts: readonly string[]): Map<string, EncryptionKey> =>
  new Map(texts.map(createEncryptionKey).map((key) => [key.id, key]));

const storeFirstKeyId = async (db: Kysely<Database>, value: string): Promise<void> => {
  await db
    .insertInto('instance')
    .values({ key: keySetting, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
};

const foreignKey = (id: string, { place, isFile }: KeySource, has: boolean): OperatorError =>
  new OperatorError(
    [
      `The credentials of this instance are encrypted with the key ${id}, and ${has ? `${place} holds another one` : 'no key is there'}.`,
      isFile
        ? `Put the right file in its place (${place}), or set MILLRACE_ENCRYPTION_KEY to the key.`
        : 'Set it to the right key, or leave it out if the key is in the data folder.',
      'Nothing was changed.',
    ].join(' '),
  );

/** Ids of all keys that something is encrypted with. */
export const usedKeyIds = async (db: Kysely<Database>): Promise<string[]> => {
  const rows = await db.selectFrom('credentials').select('key_id').distinct().execute();
  return rows.map(({ key_id }) => key_id);
};

/**
 * Makes the key at the first start of an instance.
 *
 * @throws OperatorError where the key is not the one that was used; nothing was changed
 */
export const openVault = async ({ db, dialect }: OpenDatabase, source: KeySource): Promise<Vault> => {
  let texts = await source.read();
  if ((await readKeyId(db)) === undefined) {
    texts ??= await source.make();
    await storeFirstKeyId(db, createEncryptionKey(texts[0]!).id);
  }
  let keys = keysOf(texts ?? []);
  for (const id of [(await readKeyId(db))!, ...(await usedKeyIds(db))])
    if (!keys.has(id)) throw foreignKey(id, source, texts !== undefined);

  /** The key may have been rotated since it was read. */
  const find = async (id: string): Promise<EncryptionKey> => {
    if (!keys.has(id)) keys = new Map([...keys, ...keysOf((await source.read()) ?? [])]);
    const key = keys.get(id);
    if (!key) throw foreignKey(id, source, true);
    return key;
  };

  return {
    async seal(transaction, text, bound) {
      const current = transaction.selectFrom('instance').select('value').where('key', '=', keySetting);
      const { value } = await (dialect === 'postgres' ? current.forShare() : current).executeTakeFirstOrThrow();
      const key = await find(value);
      return { data: key.encrypt(text, bound), key_id: key.id };
    },
    open: async ({ data, key_id }, bound) => (await find(key_id)).decrypt(data, bound),
  };
};
