import { describeError } from '../api/errors.ts';
import { showError } from '../ui/toasts.ts';
import { attemptTopic } from '../ui/use-form.ts';

/** Says that what a form was sent for has failed, until it is sent again. */
export const showFailedAttempt = (title: string, error: unknown): void =>
  showError(title, { ...describeError(error), topic: attemptTopic });
