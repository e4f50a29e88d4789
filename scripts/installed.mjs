/** `node scripts/installed.mjs <command> [arguments]`: runs a command of the repository with everything installed, on the pinned Node. */
import { ensureInstalled, run } from './setup.mjs';

const [command, ...args] = process.argv.slice(2);
await ensureInstalled('full');
process.exit(await run(command, args));
