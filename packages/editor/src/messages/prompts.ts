import { prompts } from './en/prompts.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of what the editor asks people, and of what is told of its use. */
addMessages(prompts);

export { type MessageKey, t } from './index.ts';
