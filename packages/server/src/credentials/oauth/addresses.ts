import { AppError } from '../../platform/errors.ts';

export const oauthFailed = (message: string, hint?: string, cause?: unknown): AppError =>
  new AppError('oauthFailed', message, { hint, cause });

/** @throws AppError oauthFailed for what a browser must not be sent to */
export const addressIn = (field: string, value: unknown): URL => {
  const url = URL.parse(String(value ?? '').trim());
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw oauthFailed(`The field "${field}" must hold an address that begins with https:// or http://.`);
};
