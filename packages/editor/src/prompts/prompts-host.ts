import { isObject } from '@millrace/contract';
import { errorFromBody, networkFailure } from '../api/errors.ts';
import { currentUserQuery, queryClient, settingsQuery } from '../api/queries.ts';
import { openDialog } from '../dialogs/stack.ts';

/* The host of prompts: this instance, or another that the operator has named. */

const call = async (path: string, body?: object): Promise<unknown> => {
  const { instanceId, promptsHost } = await queryClient.ensureQueryData(settingsQuery);
  const user = await queryClient.ensureQueryData(currentUserQuery);
  const response = await fetch(`${promptsHost}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-instance-id': instanceId,
      'x-user-id': user?.id ?? '',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw networkFailure();
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorFromBody(response.status, answer);
  return answer;
};

/** Opens what the person shall be asked now. That this cannot be known is no business of theirs. */
export const openPrompt = async (): Promise<void> => {
  const asked = await call('/prompts').catch(() => undefined);
  if (!isObject(asked)) return;
  if (asked.showContactPrompt === true) openDialog('contactPrompt', {});
  else if (asked.showValueSurvey === true) openDialog('valueSurvey', {});
};

const isUpdated = (answer: unknown): boolean => isObject(answer) && answer.updated === true;

/** @param email null: closed without one. @throws ApiError */
export const sendContact = async (email: string | null): Promise<boolean> =>
  isUpdated(await call('/prompt', { email }));

/** @param value from 0 to 10. @returns whether the host has taken it. @throws ApiError */
export const sendValue = async (value: number, email?: string): Promise<boolean> =>
  isUpdated(await call('/value-survey', email === undefined ? { value } : { email, value }));
