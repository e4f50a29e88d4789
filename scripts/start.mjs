/** `npm start`: installs and builds what is missing, then starts Millrace. */
import { spawn } from 'node:child_process';
import { ensureEditorBuilt, ensureInstalled, node, root } from './setup.mjs';

await ensureInstalled('production');
await ensureEditorBuilt();

const server = spawn(node, ['packages/server/src/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
