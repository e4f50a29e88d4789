import { chat } from './en/chat.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the chat. */
addMessages(chat);

export { type MessageKey, t } from './index.ts';
