import { packages } from './en/packages.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the settings of packages. */
addMessages(packages);

export { t } from './index.ts';
