import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { OpenDatabase } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { boundTo } from '../store/credential-store.ts';
import { createEncryptionKey, type EncryptionKey, makeKeyText } from './cipher.ts';
import type { KeySource } from './key-source.ts';
import { keySetting, keysOf, readKeyId, usedKeyIds } from './vault.ts';

interface Rotation {
  /** Credentials that were encrypted anew now. */
  count: number;
  /** An earlier one was finished that had been interrupted. */
  wasUnfinished: boolean;
}

/** Credentials that are read at a time. */
const atOnce = 100;

/** The text of the key that everything is to be encrypted with from now on; it is in its place already. */
const prepare = async (texts: readonly string[], currentId: string, source: KeySource): Promise<string> => {
  const [first] = texts;
  if (first === undefined) throw new OperatorError('There is no key that could be rotated.');
  const isBegun = texts.length > 1;
  if (isBegun) return first;
  if (!source.isFile)
    throw new OperatorError(
      `Set ${source.place} to another key, a comma and the present key, for all processes; restart them, and run this again. Nothing was changed.`,
    );
  if (createEncryptionKey(first).id !== currentId)
    throw new OperatorError(`${source.place} does not hold the key ${currentId} that is in use. Nothing was changed.`);
  const made = makeKeyText();
  await source.replace([made, ...texts]);
  return made;
};

/** Milliseconds between two looks. */
const lookEvery = 250;

/** @returns how many there were last */
const waitForNone = async (count: () => Promise<number>, patience: number): Promise<number> => {
  const until = performance.now() + patience;
  for (;;) {
    const found = await count();
    if (found === 0 || performance.now() >= until) return found;
    await pause(lookEvery);
  }
};

const lackingText = (count: number, { place, isFile }: KeySource): string =>
  [
    `${count === 1 ? 'A process' : `${count} processes`} of this instance that ${count === 1 ? 'runs does' : 'run do'} not have the new key, and could read no credentials after a rotation.`,
    isFile
      ? `Each must read ${place}: share the data folder, or set MILLRACE_ENCRYPTION_KEY for all processes instead.`
      : `Start all processes anew with both keys in ${place}, then run this again.`,
    'Nothing was changed.',
  ].join(' ');

const encryptAnew = async (
  db: Kysely<Database>,
  keys: ReadonlyMap<string, EncryptionKey>,
  target: EncryptionKey,
): Promise<number> => {
  let count = 0;
  for (;;) {
    const rows = await db
      .selectFrom('credentials')
      .select(['id', 'data', 'key_id'])
      .where('key_id', '!=', target.id)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return count;
    for (const { id, data, key_id } of rows) {
      const text = keys.get(key_id)!.decrypt(data, boundTo(id));
      // Whoever has changed it meanwhile has encrypted it with the new key, or it is read again.
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set({ data: target.encrypt(text, boundTo(id)), key_id: target.id })
        .where('id', '=', id)
        .where('data', '=', data)
        .executeTakeFirst();
      count += Number(numUpdatedRows);
    }
  }
};

/**
 * Encrypts all credentials with another key, also while Millrace runs: processes on the same data folder read the keys again when they meet one that they do
 * not know. One that was interrupted goes on when it is run again; each credential is readable at each moment.
 *
 * @param countWithout how many processes run that do not have the key of this id
 * @param patience milliseconds that they are given to get it
 * @throws OperatorError and nothing was changed
 */
export const rotateKey = async (
  { db }: Pick<OpenDatabase, 'db'>,
  source: KeySource,
  { countWithout, patience }: { countWithout: (keyId: string) => Promise<number>; patience: number },
): Promise<Rotation> => {
  const before = (await source.read()) ?? [];
  const currentId = await readKeyId(db);
  if (currentId === undefined) throw new OperatorError('Start Millrace once first: there is no key yet.');
  const known = keysOf(before);
  for (const id of [currentId, ...(await usedKeyIds(db))])
    if (!known.has(id))
      throw new OperatorError(`The key ${id} that is in use is not in ${source.place}. Nothing was changed.`);
  const text = await prepare(before, currentId, source);
  const target = createEncryptionKey(text);
  const without = await waitForNone(() => countWithout(target.id), patience);
  if (without > 0) {
    if (source.isFile) await source.replace(before);
    throw new OperatorError(lackingText(without, source));
  }
  // From now on everything is written with it. Whoever is just writing with the other one is waited for by the database.
  await db.updateTable('instance').set({ value: target.id }).where('key', '=', keySetting).execute();
  const count = await encryptAnew(db, known, target);
  // Sign-ins that are under way begin again.
  await db.deleteFrom('oauth_states').where('key_id', '!=', target.id).execute();
  if (source.isFile) await source.replace([text]);
  return { count, wasUnfinished: source.isFile && before.length > 1 };
};
