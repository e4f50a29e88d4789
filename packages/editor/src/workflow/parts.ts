import { describeError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { tellError } from './notices.ts';

/** Does something with a part of the editor that is loaded when it is asked for; with a toast where it cannot be loaded. @returns when it is done */
export const withPart = <Part>(load: () => Promise<Part>, use: (part: Part) => unknown): Promise<unknown> =>
  load().then(use, (error: unknown) => tellError(t('workflow.part.failed'), describeError(error)));
