import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { replaceTriggers } from './store.ts';
import type { TriggerPlan } from './types.ts';

const listensOn = (path: string): TriggerPlan => ({
  webhooks: [{ node: 'Webhook', spec: { method: 'GET', path, responseMode: 'onReceived' } }],
  schedules: [],
  listeners: [],
  lifecycle: [],
  registrations: [],
});

forEachDatabase('webhooks of workflows that are activated in the same instant', (open) => {
  test('take no calls of each other, by a path that others have as a parameter either', async () => {
    const { db } = await open();
    await db.insertInto('users').values({ id: 'default', role: 'owner', created_at: 1, updated_at: 1 }).execute();
    const row = { owner_id: 'default', active: 1 as const, graph: '{}', created_at: 1, updated_at: 1 };
    const [first, second] = await db
      .insertInto('workflows')
      .values([
        { ...row, name: 'A' },
        { ...row, name: 'B' },
      ])
      .returning('id')
      .execute();
    const written = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const one = db.transaction().execute(async (transaction) => {
      await replaceTriggers(transaction, Number(first!.id), listensOn('orders/:id'), undefined, 1);
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    const other = db
      .transaction()
      .execute((transaction) => replaceTriggers(transaction, Number(second!.id), listensOn('orders/42'), undefined, 1));
    const refused = expect(other).rejects.toMatchObject({ error: 'webhookConflict' });
    mayCommit.resolve();
    await one;
    await refused;
  });
});
