import type { Texts } from '../index.ts';
import { history } from './history.ts';

/** All texts in German. They come as one file, before anything is shown. */
export const german = { ...history } satisfies Partial<Record<keyof Texts, string>>;
