import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import { onTestFinished } from 'vitest';
import { startProgram } from './server-process.testing.ts';

const run = promisify(execFile);

/** sshd on the loopback, for the user who runs the tests, with a plain key, one that has the passphrase `open sesame`, and one that it does not know. */
export const startSshd = async (path: string) => {
  let keys = { plain: '', encrypted: '', unknown: '' };
  let hostKeyFingerprint = '';
  // What the system's own service makes when it starts; only the superuser's sshd wants it.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const server = await startProgram(path, async ({ folder, port }) => {
    const make = (name: string, passphrase: string) =>
      run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, name)]);
    await Promise.all([make('host', ''), make('plain', ''), make('unknown', ''), make('encrypted', 'open sesame')]);
    const text = (name: string) => readFile(join(folder, name), 'utf8');
    keys = { plain: await text('plain'), encrypted: await text('encrypted'), unknown: await text('unknown') };
    const { stdout } = await run('ssh-keygen', ['-lf', join(folder, 'host.pub')]);
    hostKeyFingerprint = stdout.split(' ')[1] ?? '';
    await writeFile(join(folder, 'authorized'), (await text('plain.pub')) + (await text('encrypted.pub')));
    const settings = [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(folder, 'host')}`,
      `AuthorizedKeysFile ${join(folder, 'authorized')}`,
      `PidFile ${join(folder, 'pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin yes',
      'Subsystem sftp internal-sftp',
    ];
    await writeFile(join(folder, 'sshd_config'), `${settings.join('\n')}\n`);
    return ['-D', '-e', '-f', join(folder, 'sshd_config')];
  });
  const credential = { host: '127.0.0.1', port: server.port, username: userInfo().username };
  return { ...server, keys, credential, hostKeyFingerprint };
};

/** An SSH server that takes the password `secret` of `ada`, and says which commands it was given. Only for tests. */
export const startPasswordServer = async () => {
  const commands: string[] = [];
  const { private: hostKey } = ssh2.utils.generateKeyPairSync('ed25519');
  const clients = new Set<{ end(): void }>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('authentication', (attempt) => {
      const isRight = attempt.method === 'password' && attempt.username === 'ada' && attempt.password === 'secret';
      if (isRight) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('exec', (acceptCommand, _reject, { command }) => {
        commands.push(command);
        const channel = acceptCommand();
        channel.write('done\n');
        channel.exit(0);
        channel.end();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.end();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { commands, credential: { host: '127.0.0.1', port, username: 'ada', password: 'secret' } };
};
