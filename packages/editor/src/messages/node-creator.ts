import { nodeCreator } from './en/node-creator.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the node creator. */
addMessages(nodeCreator);

export { t } from './index.ts';
