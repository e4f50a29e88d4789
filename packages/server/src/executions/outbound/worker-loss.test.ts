import { expect, test, vi } from 'vitest';
import { openTestSqlite } from '../../db/testing.ts';
import { createTestDispatcher } from '../dispatcher.testing.ts';
import type { EnqueueRequest } from '../types.ts';
import { createService } from './service.testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const startWith = (json: object): Pick<EnqueueRequest, 'start'> => ({
  start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: json as never }] } },
});

test.each(['eatMemory', 'spin'])(
  'a request under way beside an execution of %s is made once, and its execution goes on',
  async (guilty) => {
    const service = await createService();
    const { store, begin, nodesOf, execution } = await createTestDispatcher(await openTestSqlite());
    const posting = await begin(await store(['start', 'post', 'pass']), startWith({ url: service.url }));
    const { answer } = await service.until(1);
    const other = await begin(await store(['start', guilty], { executionTimeout: 8 }));
    // Its worker is gone when the execution is claimed for another one.
    await vi.waitFor(async () => expect((await execution(posting.executionId))?.attempt).toBe(1), { timeout: 30_000 });
    answer.writeHead(201).end();
    expect((await posting.ended).status).toBe('success');
    expect(service.calls).toHaveLength(1);
    expect((await nodesOf(posting.executionId)).map(({ node }) => node)).toEqual(['start', 'post', 'pass']);
    expect((await other.ended).status).not.toBe('success');
  },
);
