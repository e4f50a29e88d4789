import { dialogs } from './en/dialogs.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of dialogs over the editor. */
addMessages(dialogs);

export { type MessageKey, t } from './index.ts';
