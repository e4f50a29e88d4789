import { chat } from './en/chat.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the chat. */
addMessages(chat);

export { t } from './index.ts';
