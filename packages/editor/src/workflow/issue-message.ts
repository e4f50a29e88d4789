import { requiredMessage } from '@millrace/engine';
import { t } from '../messages/index.ts';

/** What the check of parameters says, in the language of this page. */
export const issueMessage = (message: string): string => (message === requiredMessage ? t('issue.required') : message);
