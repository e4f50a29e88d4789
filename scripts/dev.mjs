/** `npm run dev`: the server, restarted when its sources change, and the editor with hot reload in front of it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureCatalogue, ensureInstalled, node, nodeArguments, root } from './setup.mjs';

await ensureInstalled('full');
await ensureCatalogue();

const start = (args) =>
  spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } });
const children = [
  start([
    ...nodeArguments,
    '--watch-path=packages/server/src',
    '--watch-path=packages/nodes/src',
    '--watch-path=packages/engine/src',
    '--watch-path=packages/contract/src',
    'packages/server/src/main.ts',
  ]),
  start([join(root, 'node_modules/vite/bin/vite.js'), 'packages/editor']),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
