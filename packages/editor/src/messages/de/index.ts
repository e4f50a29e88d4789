import type { Texts } from '../index.ts';
import { accounts } from './accounts.ts';
import { canvas } from './canvas.ts';
import { chat } from './chat.ts';
import { commands } from './commands.ts';
import { credentials } from './credentials.ts';
import { dataTables } from './data-tables.ts';
import { dialogs } from './dialogs.ts';
import { dock } from './dock.ts';
import { executions } from './executions.ts';
import { firstRun } from './first-run.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { issues } from './issues.ts';
import { nodeCreator } from './node-creator.ts';
import { organizing } from './organizing.ts';
import { packages } from './packages.ts';
import { panel } from './panel.ts';
import { preview } from './preview.ts';
import { prompts } from './prompts.ts';
import { shell } from './shell.ts';
import { templates } from './templates.ts';
import { updates } from './updates.ts';
import { versions } from './versions.ts';
import { workflow } from './workflow.ts';

/** All texts in German. They come as one file, before anything is shown. */
export const german = {
  ...shell,
  ...workflow,
  ...history,
  ...canvas,
  ...commands,
  ...panel,
  ...dock,
  ...issues,
  ...nodeCreator,
  ...chat,
  ...executions,
  ...packages,
  ...accounts,
  ...credentials,
  ...dialogs,
  ...dataTables,
  ...organizing,
  ...templates,
  ...updates,
  ...prompts,
  ...help,
  ...preview,
  ...versions,
  ...firstRun,
} satisfies Record<keyof Texts, string>;
