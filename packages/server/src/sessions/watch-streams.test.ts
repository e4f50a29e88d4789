import { expect, onTestFinished, test } from 'vitest';
import { openTestSqlite } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { ensureFirstUser } from '../users/store.ts';
import { insertSession } from './store.ts';
import { watchStreams } from './watch-streams.ts';

test('what belongs to sessions and keys that are gone or over ends, and nothing else', async () => {
  const { db } = await openTestSqlite();
  await ensureFirstUser(db, 'u', 1);
  for (const [id, expires_at] of [
    ['living', 100],
    ['over', 50],
  ] as const)
    await insertSession(db, {
      id,
      token_hash: id,
      user_id: 'u',
      created_at: 1,
      used_at: 1,
      expires_at,
      address: '',
      user_agent: '',
    });
  const ended: string[] = [];
  let onGap = () => {};
  const watching = watchStreams({
    db,
    clock: { now: () => 50 },
    streams: {
      owners: () =>
        new Set(['open', 'key:endless', 'key:over', 'key:gone', 'session:living', 'session:over', 'session:gone']),
      endOf: (owners) => void ended.push(...owners),
    },
    apiKeys: { findLiving: async () => new Set(['endless']) },
    bus: {
      onGap: (handler) => {
        onGap = handler;
        return () => {};
      },
    },
    log: silentLog,
  });
  onTestFinished(watching.close);
  await watching.look();
  expect(ended).toEqual(['session:over', 'session:gone', 'key:over', 'key:gone']);
  expect(onGap).toBeTypeOf('function');
});
