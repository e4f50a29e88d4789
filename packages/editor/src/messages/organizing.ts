import { organizing } from './en/organizing.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of tags, folders and the page of workflows. */
addMessages(organizing);

export { t } from './index.ts';
