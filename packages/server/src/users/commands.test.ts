import { expect, test } from 'vitest';
import type { UserCommand } from '../command-line.ts';
import { defaultConfig } from '../config.ts';
import { createTestPostgres, temporaryFolder } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { runUserCommand } from './commands.ts';

const email = 'olga@example.com';

test.each(['SQLite', 'PostgreSQL'])('users are let in by the command line on %s', async (database) => {
  const place =
    database === 'SQLite' ? { dataFolder: await temporaryFolder() } : { databaseUrl: await createTestPostgres() };
  const config = { ...defaultConfig(), ...place, baseUrl: 'https://flows.example' };
  const run = (command: UserCommand) => runUserCommand(command, config, silentLog);
  await expect(run({ role: 'user:list' })).rejects.toThrow('no owner yet');
  await expect(run({ role: 'user:invite', email })).rejects.toThrow('user:create-owner');
  const owner = { role: 'user:create-owner', email, firstName: 'Olga', lastName: 'Owner' } as const;
  expect(await run(owner)).toMatch(
    /is the owner now.*\nhttps:\/\/flows\.example\/change-password\?userId=[\w-]+&token=[\w-]{43}\nThe link works once, until 20/,
  );
  await expect(run(owner)).rejects.toThrow('has an owner already');
  expect(await run({ role: 'user:invite', email: 'mia@example.com' })).toMatch(
    /\nhttps:\/\/flows\.example\/signup\?inviterId=[\w-]+&inviteeId=[\w-]{43}\n/,
  );
  await expect(run({ role: 'user:invite', email })).rejects.toThrow('has an account already');
  await expect(run({ role: 'user:reset-password', email: 'mia@example.com' })).rejects.toThrow('user:invite');
  await expect(run({ role: 'user:reset-password', email: 'nobody@example.com' })).rejects.toThrow('user:list');
  expect(await run({ role: 'user:reset-password', email: 'OLGA@example.com' })).toContain('/change-password?userId=');
  expect(await run({ role: 'user:list' })).toBe(
    'olga@example.com  owner  Olga Owner\nmia@example.com  member  invited, has not signed up',
  );
});

test('without user management there are no users to let in', async () => {
  const config = { ...defaultConfig(), dataFolder: await temporaryFolder(), userManagement: false };
  await expect(runUserCommand({ role: 'user:invite', email }, config, silentLog)).rejects.toThrow(
    'User management is off',
  );
});
