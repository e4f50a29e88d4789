import type { InstalledPackage, NodeTypeDescription, PackageList } from '@millrace/contract';
import { expect, test } from 'vitest';
import { activateWith, nodeClass, startWithRegistry } from './packages.testing.ts';

const name = 'n8n-nodes-thing';

test('a package is installed, run, updated and removed while the server goes on', { timeout: 120_000 }, async () => {
  const { registry, server, call } = await startWithRegistry();
  const says = (word: string) => ({
    'Thing.node.js': nodeClass('Thing', `return [[{ json: { said: '${word}' } }]];`, `icon: 'file:thing.png'`),
    'thing.png': 'PNG',
  });
  registry.publish(name, '1.0.0', says('one'));
  registry.publish(name, '2.0.0', says('two'));

  const typeNames = async () =>
    (await call<NodeTypeDescription[]>('GET', '/node-types'))
      .map((type) => type.name)
      .filter((one) => one.startsWith(name));
  expect(await typeNames()).toEqual([]);

  const installed = await call<InstalledPackage>('POST', '/packages', { name, version: '1.0.0' });
  expect(installed).toMatchObject({
    name,
    version: '1.0.0',
    nodes: [{ name: `${name}.thing`, displayName: 'Thing', versions: [1] }],
    reach: ['files', 'programs', 'network'],
    dependencies: 0,
    workflows: 0,
  });
  expect(await typeNames()).toEqual([`${name}.thing`]);
  const icon = await fetch(`${server.url}/rest/node-icon/${name}.thing`);
  expect([icon.headers.get('content-type'), await icon.text()]).toEqual(['image/png', 'PNG']);

  const { run } = await activateWith(call, server, { type: `${name}.thing` }, 'thing');
  expect(await run()).toEqual({ status: 200, body: { said: 'one' } });
  expect((await call<PackageList>('GET', '/packages')).packages[0]).toMatchObject({ workflows: 1, activeWorkflows: 1 });

  expect(await call('POST', '/packages', { name, version: '2.0.0' })).toMatchObject({ error: 'packageConflict' });
  expect(await call('PATCH', '/packages', { name, version: '2.0.0' })).toMatchObject({ version: '2.0.0' });
  expect(await run()).toEqual({ status: 200, body: { said: 'two' } });

  await server.restart();
  expect(await run()).toEqual({ status: 200, body: { said: 'two' } });

  expect(await call('DELETE', `/packages?name=${name}`)).toEqual({ name });
  expect(await typeNames()).toEqual([]);
  expect(await run()).toMatchObject({ status: 500 });
});
