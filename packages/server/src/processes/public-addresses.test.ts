import { expect, test } from 'vitest';
import { createTestInstance } from './processes.testing.ts';
import { createPublicAddresses } from './public-addresses.ts';

const setUp = async () => {
  const instance = await createTestInstance();
  const join = async (port: number, more = {}, db = instance.db) => {
    const process = await instance.join('web');
    const addresses = await createPublicAddresses({
      db,
      bus: process.bus,
      registry: process.registry,
      config: { baseUrl: '', webhookUrl: '', port, ...more },
      onError: () => {},
    });
    return { process, addresses, webhook: () => addresses.urls().webhook };
  };
  return { ...instance, join };
};

test('servers whose addresses no setting names give out that of one of them, for as long as it lives', async () => {
  const { join } = await setUp();
  const [first, second, third] = [await join(1), await join(2), await join(3)];
  await first.addresses.publish(1);
  await second.addresses.publish(2);
  expect([first.webhook(), second.webhook()]).toEqual(['http://localhost:1/', 'http://localhost:1/']);
  expect(second.addresses.urls().editor).toBe('http://localhost:2');
  // Another leads, and the one that was named before still lives.
  await second.addresses.follow();
  expect(second.webhook()).toBe('http://localhost:1/');
  await first.process.close();
  await second.addresses.follow();
  await third.addresses.publish(3);
  expect([second.webhook(), third.webhook()]).toEqual(['http://localhost:2/', 'http://localhost:2/']);
});

test('one whose addresses are set gives them out, whatever others say', async () => {
  const { join } = await setUp();
  const first = await join(1);
  await first.addresses.publish(1);
  const named = await join(2, { webhookUrl: 'https://hooks.example' });
  await named.addresses.publish(2);
  expect(named.webhook()).toBe('https://hooks.example/');
  await expect.poll(first.webhook).toBe('https://hooks.example/');
});

test('what was read before another address was taken is not put back', async () => {
  const { db, join } = await setUp();
  const first = await join(1);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: hasRead, resolve: tellRead } = Promise.withResolvers<void>();
  let isHeld = false;
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isHeld) return result;
      isHeld = false;
      tellRead();
      await released;
      return result;
    },
  });
  const second = await join(2, {}, held);
  await second.addresses.publish(2);
  isHeld = true;
  // The message of it makes the second one read, which is kept waiting.
  await first.addresses.publish(1);
  first.process.bus.broadcast('addressesChanged', {});
  await hasRead;
  await db.deleteFrom('instance').where('key', '=', 'publicAddresses').execute();
  await first.process.close();
  await second.addresses.publish(4);
  release();
  await released;
  await new Promise(setImmediate);
  expect(second.webhook()).toBe('http://localhost:4/');
});
