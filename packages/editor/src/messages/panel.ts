import { panel } from './en/panel.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the node panel. */
addMessages(panel);

export { type MessageKey, t } from './index.ts';
