import { preview } from './en/preview.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of previews. */
addMessages(preview);

export { t } from './index.ts';
