import type { TriggerState } from '@millrace/contract';
import { t } from '../../messages/index.ts';
import { formatDate } from '../../ui/dates.ts';

/** Why a trigger does not do what it should, and when it is tried again. */
export const triggerFailureText = ({ node, message = '', nextTry }: TriggerState): string => {
  const next = nextTry === undefined ? '' : ` ${t('header.triggersFail.nextTry', { time: formatDate(nextTry) })}`;
  return `"${node}": ${message.replace(/\.?$/, '.')}${next}`;
};
