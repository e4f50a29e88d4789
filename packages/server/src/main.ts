#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { takeHeapRoom } from './heap-room.ts';

takeHeapRoom();
// Sources that were compiled once start in a third of the time, and the compiler is not even loaded. Nothing may be imported
// before this; where the folder cannot be written, the start just takes longer.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/millrace', import.meta.url)));
const { runMain } = await import('./run-main.ts');
await runMain();
flushCompileCache();
