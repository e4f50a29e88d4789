import { isObject, templateHostAnswers } from '@millrace/contract';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { language } from '../messages/language.ts';
import { t } from '../messages/templates.ts';
import { isOwnHost } from './host-name.ts';

/* What is asked of the host of templates: the one of the instance, or another. Neither is told who asks. */

type Answers = { [Name in keyof typeof templateHostAnswers]: ReturnType<(typeof templateHostAnswers)[Name]['parse']> };

/** In milliseconds. */
const patience = 15_000;

/** The host did not give what it was asked for. `status` 0: it gave no answer at all. */
export class TemplateHostError extends Error {
  override readonly name = 'TemplateHostError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const isMissing = (error: unknown): boolean => error instanceof TemplateHostError && error.status === 404;

/** The own host has texts in the language of this page; others are asked as they know it, in English. */
const inOwnLanguage = (path: string): string =>
  language === 'en' ? path : `${path}${path.includes('?') ? '&' : '?'}language=${language}`;

const send = async (path: string, signal: AbortSignal): Promise<Response> => {
  const { templates, versionCli } = await queryClient.ensureQueryData(settingsQuery);
  try {
    return await fetch(templates.host + (isOwnHost(templates.host) ? inOwnLanguage(path) : path), {
      headers: { 'x-instance-version': versionCli },
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new TemplateHostError(0, t('templates.host.noAnswer'));
  }
};

/** @throws TemplateHostError */
export const askHost = async <Name extends keyof Answers>(
  name: Name,
  path: string,
  signal: AbortSignal,
): Promise<Answers[Name]> => {
  const response = await send(path, signal);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok)
    throw new TemplateHostError(response.status, t('templates.host.status', { status: response.status }));
  const read = templateHostAnswers[name].safeParse(isObject(body) ? body : undefined);
  if (!read.success) throw new TemplateHostError(response.status, t('templates.host.unreadable'));
  return read.data as Answers[Name];
};
