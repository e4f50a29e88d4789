import { AppError } from '../platform/errors.ts';

/** What a failure of node code says to people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The same with the node's name. @throws nothing: whoever asks throws it */
export const activationFailure = (node: string, error: unknown): AppError => {
  const { description } = error as { description?: string };
  return new AppError('activationFailed', `"${node}": ${messageOf(error)}`, { hint: description, cause: error });
};
