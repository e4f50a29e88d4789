import { type AnyKey, createCatalogue, type PlainKey, type ValuesOf } from './catalogue.ts';
import type { accounts } from './en/accounts.ts';
import { canvas } from './en/canvas.ts';
import type { chat } from './en/chat.ts';
import type { commands } from './en/commands.ts';
import type { credentials } from './en/credentials.ts';
import type { dataTables } from './en/data-tables.ts';
import type { dialogs } from './en/dialogs.ts';
import type { dock } from './en/dock.ts';
import type { executions } from './en/executions.ts';
import type { firstRun } from './en/first-run.ts';
import type { help } from './en/help.ts';
import { history } from './en/history.ts';
import type { issues } from './en/issues.ts';
import type { nodeCreator } from './en/node-creator.ts';
import type { organizing } from './en/organizing.ts';
import type { packages } from './en/packages.ts';
import type { panel } from './en/panel.ts';
import type { preview } from './en/preview.ts';
import type { prompts } from './en/prompts.ts';
import { shell } from './en/shell.ts';
import type { templates } from './en/templates.ts';
import type { updates } from './en/updates.ts';
import type { versions } from './en/versions.ts';
import { workflow } from './en/workflow.ts';
import { language } from './language.ts';

/**
 * Every text that a person sees, but for those that come with parts loaded later: the other files beside this one. Keys are flat; `_one` and
 * `_other` at their end are plural forms, chosen by the value `count`.
 */
const english = { ...shell, ...workflow, ...history, ...canvas } as const;
export type Texts = typeof english &
  typeof commands &
  typeof panel &
  typeof dock &
  typeof issues &
  typeof nodeCreator &
  typeof chat &
  typeof executions &
  typeof packages &
  typeof accounts &
  typeof credentials &
  typeof dialogs &
  typeof dataTables &
  typeof organizing &
  typeof templates &
  typeof updates &
  typeof help &
  typeof preview &
  typeof prompts &
  typeof versions &
  typeof firstRun;

/** Keys of texts without places to fill, such as labels. */
export type MessageKey = PlainKey<Texts>;

const catalogue = createCatalogue(language, english);

/** Takes the texts of the language of this page, before anything is shown. */
export const translate = catalogue.translate;

/** Adds the texts of a part that is loaded later. */
export const addMessages = catalogue.add;

/** The text of a key, with its `{{name}}` places filled in; React escapes them where they are shown. The compiler asks for each of them. */
export const t: Translate = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  catalogue.text(key, values);

/** A text whose key is data: of a sentence that was recognized. */
export const textOf: (key: string, values?: Readonly<Record<string, string>>) => string = catalogue.text;

/** Texts without places first: most are asked for by a key that is data, and no text has to be read for them then. */
interface Translate {
  (key: MessageKey): string;
  <Key extends AnyKey<Texts>>(key: Key, ...values: ValuesOf<Texts, Key>): string;
}

/** True for keys that came as data, such as the label of a history entry. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(english, key);
