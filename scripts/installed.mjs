/** `node scripts/installed.mjs <command> [arguments]`: runs a command of the repository with everything installed and made, on the pinned Node. */
import { ensureCatalogue, ensureInstalled, run } from './setup.mjs';

const [command, ...args] = process.argv.slice(2);
await ensureInstalled('full');
if (args[0] !== 'scripts/gen.ts') await ensureCatalogue();
process.exit(await run(command, args));
