import { versions } from './en/versions.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of versions. */
addMessages(versions);

export { t } from './index.ts';
