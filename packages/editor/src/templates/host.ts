import { isObject } from '@millrace/contract';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { language } from '../messages/language.ts';
import { t } from '../messages/templates.ts';
import { isOwnHost } from './host-name.ts';
import type { Answers } from './read-answer.ts';

/* What is asked of the host of templates: the one of the instance, or another. Neither is told who asks. */

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

const send = async (path: string, signal: AbortSignal): Promise<{ response: Response; isOwn: boolean }> => {
  const { templates, versionCli } = await queryClient.ensureQueryData(settingsQuery);
  const isOwn = isOwnHost(templates.host);
  try {
    const response = await fetch(templates.host + (isOwn ? inOwnLanguage(path) : path), {
      headers: { 'x-instance-version': versionCli },
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    return { response, isOwn };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new TemplateHostError(0, t('templates.host.noAnswer'));
  }
};

/** What the own host answers is of this version; what another does is read by its schema, which is loaded for that. */
const read = async <Name extends keyof Answers>(name: Name, body: unknown, isOwn: boolean) => {
  if (isOwn) return isObject(body) ? (body as unknown as Answers[Name]) : undefined;
  return (await import('./read-answer.ts')).readAnswer(name, body);
};

/** @throws TemplateHostError */
export const askHost = async <Name extends keyof Answers>(
  name: Name,
  path: string,
  signal: AbortSignal,
): Promise<Answers[Name]> => {
  const { response, isOwn } = await send(path, signal);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok)
    throw new TemplateHostError(response.status, t('templates.host.status', { status: response.status }));
  const answer = await read(name, body, isOwn);
  if (!answer) throw new TemplateHostError(response.status, t('templates.host.unreadable'));
  return answer;
};
