import { createNodeTypeRegistry } from '@millrace/engine';
import { loadNodeTypes } from '@millrace/nodes';
import { readConfig } from '../config.ts';
import { openCatalogue } from '../node-types/catalogue.ts';
import { createLog } from '../platform/log.ts';
import { startServer } from '../server.ts';
import { testTriggers } from '../triggers/nodes-for-test.ts';

/** A whole server that has the triggers of tests beside the built-in nodes. */

const config = readConfig(process.env);
const types = { ...openCatalogue(), ...createNodeTypeRegistry([...testTriggers, ...(await loadNodeTypes())]) };
const workerEntry = new URL('../triggers/main-for-test.ts', import.meta.url);
const server = await startServer(config, createLog(config), 'start', { types, workerEntry });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`ready at ${server.url}\n`);
