import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { ResumeUrls } from '../executions/types.ts';

/**
 * Addresses that end the wait of one execution. The token names the wait by the number of waits before it and signs both with a key of the
 * instance: it cannot be guessed, nothing is stored for it, and it is worth nothing once that wait is over.
 */
export interface ResumeAddresses extends ResumeUrls {
  /** The number of waits before the one that a token was made for; undefined unless we made it for this execution. */
  verify(executionId: number, token: string): number | undefined;
  /** Last part of the addresses of a wait. */
  token(executionId: number, waitCount: number): string;
  /**
   * Path, after the instance's address, of the page that leads whoever has sent a form of the execution to the next one. It shows where the
   * execution is, and ends nothing by itself.
   */
  progress(executionId: number): string;
  isProgress(executionId: number, token: string): boolean;
}

/** First part of the paths, after the instance's address. */
export const waitingEndpoints = { webhook: 'webhook-waiting', form: 'form-waiting' } as const;

const keySetting = 'resumeKey';
const keyBytes = 32;
/** 192 bits of the signature. */
const signatureLength = 32;
const tokenPattern = /^(0|[1-9]\d{0,8})-([\w-]{32})$/;

/** The instance's key, made by whichever process needs it first. */
export const loadResumeKey = async (db: Kysely<Database>): Promise<Buffer> => {
  const value = randomBytes(keyBytes).toString('base64url');
  await db
    .insertInto('instance')
    .values({ key: keySetting, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', keySetting)
    .executeTakeFirstOrThrow();
  return Buffer.from(stored.value, 'base64url');
};

/** @param options.base address under which others reach the instance, with a slash at its end */
export const createResumeAddresses = ({ key, base }: { key: Buffer; base: () => string }): ResumeAddresses => {
  const sign = (executionId: number, what: number | 'progress'): string =>
    createHmac('sha256', key).update(`${executionId}.${what}`).digest('base64url').slice(0, signatureLength);
  const progressToken = (executionId: number): string => `p-${sign(executionId, 'progress')}`;
  // Both addresses of a wait have one token, and whoever asks for one asks for the other next.
  let last = { executionId: Number.NaN, waitCount: Number.NaN, token: '' };
  const tokenOf = (executionId: number, waitCount: number): string => {
    if (last.executionId !== executionId || last.waitCount !== waitCount)
      last = { executionId, waitCount, token: `${waitCount}-${sign(executionId, waitCount)}` };
    return last.token;
  };
  const address = (endpoint: string, executionId: number, waitCount: number) =>
    `${base()}${endpoint}/${executionId}/${tokenOf(executionId, waitCount)}`;

  return {
    resumeUrl: (executionId, waitCount) => address(waitingEndpoints.webhook, executionId, waitCount),
    resumeFormUrl: (executionId, waitCount) => address(waitingEndpoints.form, executionId, waitCount),
    token: tokenOf,
    progress: (executionId) => `${waitingEndpoints.form}/${executionId}/${progressToken(executionId)}`,
    isProgress(executionId, token) {
      const expected = Buffer.from(progressToken(executionId));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    verify(executionId, token) {
      const [, count, signature] = tokenPattern.exec(token) ?? [];
      if (count === undefined || signature === undefined) return undefined;
      const waitCount = Number(count);
      const isOurs = timingSafeEqual(Buffer.from(sign(executionId, waitCount)), Buffer.from(signature));
      return isOurs ? waitCount : undefined;
    },
  };
};
