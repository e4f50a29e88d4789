import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';

const module = fileURLToPath(new URL('./postgres-server.testing.ts', import.meta.url));
const program = `import { startPostgresServer } from ${JSON.stringify(module)};
process.send((await startPostgresServer()).url);`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });

test('the PostgreSQL of tests ends with the process that started it, however that one ends', {
  timeout: 60_000,
}, async () => {
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void starter.kill('SIGKILL'));
  const [url] = (await once(starter, 'message')) as [string];
  const port = Number(new URL(url).port);
  expect(await isListening(port)).toBe(true);
  starter.kill('SIGKILL');
  await vi.waitFor(async () => expect(await isListening(port)).toBe(false), { timeout: 30_000 });
});
