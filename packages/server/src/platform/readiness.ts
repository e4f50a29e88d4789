import type { FastifyInstance } from 'fastify';

/** Whether an instance takes work now, and why not. The reason is a word that tells an outsider nothing about the inside. */
export type Readiness = { status: 'ok' } | { status: 'unavailable'; reason: 'starting' | 'stopping' | 'database' };

export type Phase = 'starting' | 'serving' | 'stopping';

/** Milliseconds. */
const answerWithin = 1000;
const keptFor = 1000;

/**
 * The database is asked at most once a second, however often someone looks, and an answer that does not come counts as none.
 *
 * @param options.askDatabase resolves when the database has answered
 */
export const createReadiness = (options: {
  phase: () => Phase;
  askDatabase: () => Promise<unknown>;
  /** Milliseconds that only go forward. */
  now?: () => number;
}): (() => Promise<Readiness>) => {
  const { phase, askDatabase, now = () => performance.now() } = options;
  let asked: { at: number; answers: Promise<boolean> } | undefined;

  const ask = async (): Promise<boolean> => {
    const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, answerWithin, false);
    const answered = Promise.resolve()
      .then(askDatabase)
      .then(
        () => true,
        () => false,
      );
    return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
  };

  return async () => {
    const current = phase();
    if (current !== 'serving') return { status: 'unavailable', reason: current };
    if (!asked || now() - asked.at >= keptFor) asked = { at: now(), answers: ask() };
    return (await asked.answers) ? { status: 'ok' } : { status: 'unavailable', reason: 'database' };
  };
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
