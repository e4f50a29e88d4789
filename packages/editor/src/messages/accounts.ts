import { accounts } from './en/accounts.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of sign-in, of accounts and of the settings area. */
addMessages(accounts);

export { type MessageKey, t } from './index.ts';
