/** `npm start`: installs and builds what is missing, then starts Millrace. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureCatalogue, ensureEditorBuilt, ensureInstalled, node, nodeArguments, root } from './setup.mjs';

await ensureInstalled('production');
await ensureCatalogue();
await ensureEditorBuilt();

const server = spawn(node, [...nodeArguments, 'packages/server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/millrace'), ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
