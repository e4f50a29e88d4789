import type { FastifyInstance } from 'fastify';

/** Whether an instance takes work now, and why not. The reason is a word that tells an outsider nothing about the inside. */
export type Readiness = { status: 'ok' } | { status: 'unavailable'; reason: 'starting' | 'stopping' | 'database' };

export type Phase = 'starting' | 'serving' | 'stopping';

/** Milliseconds. */
const answerWithin = 1000;
const keptFor = 1000;

/**
 * The database is asked at most once a second, however often someone looks, and an answer that does not come counts as none. After a failed
 * write it has to take one: a full disk can still be read.
 *
 * @param options.askDatabase resolves when the database has answered
 * @param options.writeToDatabase resolves when it has stored about as much as a call needs
 */
export const createReadiness = (options: {
  phase: () => Phase;
  askDatabase: () => Promise<unknown>;
  writeToDatabase: () => Promise<unknown>;
  /** Milliseconds that only go forward. */
  now?: () => number;
}): { readiness: () => Promise<Readiness>; writeFailed: () => void } => {
  const { phase, askDatabase, writeToDatabase, now = () => performance.now() } = options;
  let mustWrite = false;
  let asked: { at: number; answers: Promise<boolean> } | undefined;

  const ask = async (): Promise<boolean> => {
    const isWrite = mustWrite;
    const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, answerWithin, false);
    const answered = Promise.resolve()
      .then(isWrite ? writeToDatabase : askDatabase)
      .then(
        () => {
          if (isWrite) mustWrite = false;
          return true;
        },
        () => false,
      );
    return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
  };

  const readiness = async (): Promise<Readiness> => {
    const current = phase();
    if (current !== 'serving') return { status: 'unavailable', reason: current };
    if (!asked || now() - asked.at >= keptFor) asked = { at: now(), answers: ask() };
    return (await asked.answers) ? { status: 'ok' } : { status: 'unavailable', reason: 'database' };
  };
  const writeFailed = () => {
    // What was found before no longer holds.
    if (!mustWrite) asked = undefined;
    mustWrite = true;
  };
  return { readiness, writeFailed };
};

/** `/healthz`: the process is alive and has started. `/healthz/readiness`: it can take work, so a load balancer may send some. */
export const registerHealthRoutes = (
  app: FastifyInstance,
  { isReady, readiness }: { isReady: () => boolean; readiness: () => Promise<Readiness> },
): void => {
  app.get('/healthz', async (_request, reply) =>
    reply
      .code(isReady() ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady() ? 'ok' : 'starting' }),
  );
  app.get('/healthz/readiness', async (_request, reply) => {
    const found = await readiness();
    return reply
      .code(found.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(found);
  });
};
