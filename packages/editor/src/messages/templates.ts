import { templates } from './en/templates.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of templates. */
addMessages(templates);

export { t } from './index.ts';
