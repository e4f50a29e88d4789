import { credentials } from './en/credentials.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of credentials. */
addMessages(credentials);

export { type MessageKey, t } from './index.ts';
