import { dataTables } from './en/data-tables.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of data tables. */
addMessages(dataTables);

export { t } from './index.ts';
