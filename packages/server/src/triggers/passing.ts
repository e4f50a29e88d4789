import { AppError } from '../platform/errors.ts';

/**
 * Whether the start of an execution may work a little later. What else is refused stays refused. A start that was stored though it failed is a
 * duplicate the next time.
 */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof AppError) || error.error === 'tooManyRuns' || error.error === 'storageUnavailable';
