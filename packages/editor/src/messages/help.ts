import { help } from './en/help.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the documentation. */
addMessages(help);

export { t } from './index.ts';
