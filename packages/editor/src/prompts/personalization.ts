import { currentUserQuery, queryClient, settingsQuery } from '../api/queries.ts';
import { openDialog } from '../dialogs/stack.ts';

/** Asks once what a person automates, where the operator wants that. */
export const checkPersonalization = (): void => {
  const isWanted = queryClient.getQueryData(settingsQuery.queryKey)?.personalizationSurveyEnabled;
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  if (isWanted && user && user.personalizationAnswers === null) openDialog('personalization', {});
};
