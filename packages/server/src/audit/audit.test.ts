import { describe, expect, test } from 'vitest';
import { forEachDatabase, openTestSqlite } from '../db/testing.ts';
import { createAppWithPeople } from '../permissions/people.testing.ts';
import { silentLog } from '../platform/log.ts';
import { createAudit } from './audit.ts';
import { createAuditPruning } from './pruning.ts';

const ada = { user: { id: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Example' } };

forEachDatabase('the audit list', (open) => {
  const create = async () => {
    const { db } = await open();
    const clock = { time: 1000, now: () => clock.time };
    return { db, clock, audit: createAudit({ db, clock, log: silentLog }) };
  };

  test('is filtered by who, what, to what and when, and read page by page', async () => {
    const { clock, audit } = await create();
    await audit.record({ action: 'user.signInFailed', details: { address: '::1' } });
    clock.time = 2000;
    await audit.record({ action: 'workflow.created', caller: ada, resourceId: 5, name: 'Five' });
    clock.time = 3000;
    await audit.record({ action: 'workflow.deleted', caller: ada, resourceId: 6, name: 'Six' });
    const actions = async (filter: object) => (await audit.list({ limit: 10, ...filter })).map(({ action }) => action);
    expect(await actions({})).toEqual(['workflow.deleted', 'workflow.created', 'user.signInFailed']);
    expect(await actions({ userId: 'ada' })).toEqual(['workflow.deleted', 'workflow.created']);
    expect(await actions({ action: 'workflow.created' })).toEqual(['workflow.created']);
    expect(await actions({ resource: 'workflow', resourceId: '6' })).toEqual(['workflow.deleted']);
    expect(await actions({ from: 2000, to: 3000 })).toEqual(['workflow.created']);
    const [last] = await audit.list({ limit: 1 });
    expect(await actions({ lastId: Number(last!.id) })).toEqual(['workflow.created', 'user.signInFailed']);
    expect((await audit.list({ limit: 10 })).at(-1)).toMatchObject({ user: null, details: { address: '::1' } });
  });

  test('records what is done in a transaction if, and only if, it is done', async () => {
    const { db, audit } = await create();
    const failing = db.transaction().execute(async (transaction) => {
      await audit.record({ action: 'workflow.deleted', caller: ada }, transaction);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await audit.list({ limit: 10 })).toEqual([]);
  });

  test('is pruned by age', async () => {
    const { db, clock, audit } = await create();
    await audit.record({ action: 'user.signedIn', caller: ada });
    clock.time = 86_400_000;
    await audit.record({ action: 'user.signedOut', caller: ada });
    const prune = (auditMaxAge: number) =>
      createAuditPruning({ db, clock, log: silentLog, config: { auditMaxAge } }).runOnce();
    clock.time = 1000 + 86_400_000;
    expect(await prune(0)).toBe(0);
    expect(await prune(1)).toBe(0);
    clock.time += 1;
    expect(await prune(1)).toBe(1);
    expect((await audit.list({ limit: 10 })).map(({ action }) => action)).toEqual(['user.signedOut']);
  });
});

test('what cannot be recorded afterwards hinders nothing', async () => {
  const { db } = await openTestSqlite();
  const audit = createAudit({ db, clock: { now: () => 1 }, log: silentLog });
  await db.schema.dropTable('audit_events').execute();
  await expect(audit.record({ action: 'user.signedIn', caller: ada })).resolves.toBeUndefined();
});

describe('GET /audit-events', () => {
  test('is for the owner', async () => {
    const { call } = await createAppWithPeople();
    expect((await call('ada', 'GET', '/audit-events')).status).toBe(403);
    expect((await call('owner', 'GET', '/audit-events')).status).toBe(200);
    expect((await call('', 'GET', '/audit-events')).status).toBe(401);
  });
});
