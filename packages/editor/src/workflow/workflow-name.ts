import { limits } from '@millrace/contract';
import { t } from '../messages/index.ts';

/** Why a trimmed text cannot be a workflow's name; undefined if it can. */
export const workflowNameProblem = (name: string): string | undefined => {
  if (name === '') return t('workflow.name.missing.message');
  const max = limits.workflowNameMaxLength;
  return name.length > max ? t('workflow.name.tooLong', { max, count: name.length }) : undefined;
};
