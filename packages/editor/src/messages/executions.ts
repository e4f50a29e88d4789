import { executions } from './en/executions.ts';
import { addMessages } from './index.ts';

/** As `index.ts`, with the texts of executions and of workflow settings. */
addMessages(executions);

export { type MessageKey, t } from './index.ts';
