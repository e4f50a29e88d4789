import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { totpNode } from './totp.node.ts';

const run = (options: object, now: number, secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', items: object[] = [{}]) =>
  runNode(totpNode, {
    parameters: { options },
    items: items as { a?: number }[],
    credentials: { totpApi: { id: '1', name: 'Code' } },
    host: { now, credentials: { totpApi: { secret, label: 'Service:ada' } } },
    onError: 'continueRegularOutput',
  });

// The examples of RFC 6238.
test.each([
  [{ digits: 8 }, 59_000, '94287082', 1],
  [{ digits: 8 }, 1_111_111_109_000, '07081804', 1],
  [{}, 59_000, '287082', 1],
  [{ digits: 8, period: 60 }, 59_000, '84755224', 1],
])('options %j at %d give %s', async (options, now, token, secondsRemaining) => {
  expect((await run(options, now)).json).toEqual([{ token, secondsRemaining }]);
});

test('each item gets the password; a secret that is none is an error', async () => {
  const { items } = await run({}, 59_000, 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ', [{ a: 1 }, { a: 2 }]);
  expect(items).toEqual([
    { json: { token: '287082', secondsRemaining: 1 }, pairedItem: 0 },
    { json: { token: '287082', secondsRemaining: 1 }, pairedItem: 1 },
  ]);
  expect((await run({}, 0, '!!!')).json[0]?.error).toContain('The secret of the credential');
  expect((await run({}, 0, 'GEZD', [])).json).toEqual([]);
});
