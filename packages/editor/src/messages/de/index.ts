import type { Texts } from '../index.ts';
import { accounts } from './accounts.ts';
import { credentials } from './credentials.ts';
import { dataTables } from './data-tables.ts';
import { history } from './history.ts';
import { packages } from './packages.ts';

/** All texts in German. They come as one file, before anything is shown. */
export const german = { ...history, ...accounts, ...credentials, ...dataTables, ...packages } satisfies Partial<
  Record<keyof Texts, string>
>;
