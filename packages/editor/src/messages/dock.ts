import { dock } from './en/dock.ts';
import { panel } from './en/panel.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the dock, and those of the data that it shows. */
addMessages(dock);
addMessages(panel);

export { type MessageKey, t } from './index.ts';
