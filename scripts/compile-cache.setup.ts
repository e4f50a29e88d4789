/** Lets the processes that tests start load sources that were compiled before, as those of an instance do: in a fifth of the time. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/millrace'));
