import { firstRun } from './en/first-run.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of the sample workflow and the tour. */
addMessages(firstRun);

export { t } from './index.ts';
