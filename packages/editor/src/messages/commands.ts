import { commands } from './en/commands.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the names of commands. */
addMessages(commands);

export { isMessageKey, type MessageKey, t } from './index.ts';
