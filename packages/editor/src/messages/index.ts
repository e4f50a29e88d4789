import { createInstance } from 'i18next';
import { canvas } from './en/canvas.ts';
import type { executions } from './en/executions.ts';
import { history } from './en/history.ts';
import { nodeCreator } from './en/node-creator.ts';
import type { panel } from './en/panel.ts';
import { shell } from './en/shell.ts';
import { workflow } from './en/workflow.ts';

/**
 * Every text that a person sees, but for those that come with parts loaded later (`panel.ts`, `executions.ts`). Keys are flat; `_one` and
 * `_other` at their end are plural forms, chosen by the value `count`.
 */
const english = { ...shell, ...workflow, ...history, ...canvas, ...nodeCreator } as const;
type Later = typeof panel & typeof executions;

type WithoutPlural<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
export type MessageKey = WithoutPlural<Extract<keyof typeof english | keyof Later, string>>;
type MessageValues = Readonly<Record<string, string | number>>;

const catalogue = createInstance();
void catalogue.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { translation: english } },
});

/** Adds the texts of a part that is loaded later. */
export const addMessages = (texts: Readonly<Record<string, string>>): void => {
  catalogue.addResourceBundle('en', 'translation', texts);
};

/** The text of a key. `values` fill `{{name}}` places; React escapes them where they are shown. */
export const t = (key: MessageKey, values?: MessageValues): string => catalogue.t(key, { ...values });

/** True for keys that came as data, such as the label of a history entry. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(english, key);
