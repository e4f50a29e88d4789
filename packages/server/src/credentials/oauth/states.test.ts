import { expect, test } from 'vitest';
import { forEachDatabase, temporaryFolder } from '../../db/testing.ts';
import { createCredentialStore } from '../store/credential-store.ts';
import { createKeySource } from '../vault/key-source.ts';
import { openVault } from '../vault/vault.ts';
import { createOAuthStates, stateLifetime } from './states.ts';

forEachDatabase('a sign-in that has begun', (openDatabase) => {
  test('ends once, for its user and session, within ten minutes, and is stored without its secrets', async () => {
    const database = await openDatabase();
    const { db } = database;
    const vault = await openVault(database, createKeySource('', await temporaryFolder()));
    const clock = { time: 1000, now: () => clock.time };
    const store = createCredentialStore({ db, vault });
    const credentialId = await store.insert({
      ownerId: 'ada',
      name: 'One',
      type: 'oAuth2Api',
      nodesAccess: null,
      data: {},
      now: 1,
    });
    const states = createOAuthStates({ db, vault, clock });
    const begin = async () => {
      const state = states.reserve();
      const data = { verifier: 'canary-verifier' };
      await states.begin(state, { credentialId, revision: 1, userId: 'ada', session: 's', data });
      return state;
    };

    const state = await begin();
    const rows = JSON.stringify(await db.selectFrom('oauth_states').selectAll().execute());
    expect(rows).not.toContain('canary-verifier');
    expect(rows).not.toContain(state);
    expect(await states.take(state, { userId: 'ben', session: 's' })).toBeUndefined();
    expect(await states.take(state, { userId: 'ada', session: 'other' })).toBeUndefined();
    expect(await states.take(state, { userId: 'ada', session: 's' })).toMatchObject({
      credentialId,
      data: { verifier: 'canary-verifier' },
    });
    expect(await states.take(state, { userId: 'ada', session: 's' })).toBeUndefined();

    const late = await begin();
    clock.time += stateLifetime + 1;
    expect(await states.take(late, { userId: 'ada', session: 's' })).toBeUndefined();
    await begin();
    expect(await db.selectFrom('oauth_states').select('digest').execute()).toHaveLength(1);
    await store.remove(credentialId);
    expect(await db.selectFrom('oauth_states').select('digest').execute()).toHaveLength(0);
  });
});
