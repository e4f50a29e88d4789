import type { PromptAnswer } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { User } from '../users/access.ts';
import { findLatest, insertPrompt, listPersonalizations, listPrompts, type Question, updatePrompt } from './store.ts';

const day = 86_400_000;
/** Nobody is asked for a score again within this time, answered or not. */
const surveyPause = 90 * day;
/** An answer within this time belongs to the question that was asked last. */
const sameAsking = day;

/** What the editor asks people, and what they answer. Where telemetry is off, nothing. */
export interface Prompts {
  /** What someone shall be asked now. */
  due(user: User): Promise<{ showContactPrompt: boolean; showValueSurvey: boolean }>;
  /** @param email null: closed without one. @throws AppError notFound where nothing is asked */
  contact(user: User, email: string | null): Promise<void>;
  /** @throws AppError notFound where nothing is asked */
  value(user: User, answer: { value: number; email?: string }): Promise<void>;
  /** The latest first. */
  answers(): Promise<PromptAnswer[]>;
}

const timeOf = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

export const createPrompts = (options: {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'telemetryUrl' | 'prompts'>;
}): Prompts => {
  const { db, clock, config } = options;
  const isOn = config.telemetryUrl !== '';

  const store = async (user: User, question: Question, answer: { value?: number; email?: string | null }) => {
    if (!isOn) throw new AppError('notFound', 'Nothing is asked on this instance.');
    const now = clock.now();
    const last = await findLatest(db, user.id, question);
    const change = { ...answer, answered_at: now };
    if (last && now - last.asked_at < sameAsking) await updatePrompt(db, last.id, change);
    else await insertPrompt(db, { user_id: user.id, question, asked_at: now, ...change });
  };

  const mayAskForScore = async (user: User): Promise<boolean> => {
    if (!config.prompts.includes('survey')) return false;
    const now = clock.now();
    const last = await findLatest(db, user.id, 'value');
    if (last && now - last.asked_at < surveyPause) return false;
    await insertPrompt(db, { user_id: user.id, question: 'value', asked_at: now });
    return true;
  };

  return {
    async due(user) {
      const showContactPrompt =
        isOn && config.prompts.includes('contact') && !(await findLatest(db, user.id, 'contact'));
      // One question at a time.
      return { showContactPrompt, showValueSurvey: isOn && !showContactPrompt && (await mayAskForScore(user)) };
    },

    contact: (user, email) => store(user, 'contact', { email }),

    value: (user, { value, email }) => store(user, 'value', { value, ...(email !== undefined && { email }) }),

    async answers() {
      const prompts = (await listPrompts(db)).map(
        ({ question, asked_at, answered_at, user_id, account, value, email }): PromptAnswer => ({
          question,
          askedAt: timeOf(asked_at),
          answeredAt: timeOf(answered_at),
          user: { id: user_id, email: account },
          value,
          email,
          answers: null,
        }),
      );
      const personalizations = (await listPersonalizations(db)).map(
        ({ id, email, personalization_answers }): PromptAnswer => ({
          question: 'personalization',
          askedAt: null,
          answeredAt: null,
          user: { id, email },
          value: null,
          email: null,
          answers: JSON.parse(personalization_answers!) as Record<string, unknown>,
        }),
      );
      return [...prompts, ...personalizations];
    },
  };
};
