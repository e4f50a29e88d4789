import { updates } from './en/updates.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of newer versions. */
addMessages(updates);

export { t } from './index.ts';
