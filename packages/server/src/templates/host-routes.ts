import { type RawRoute, rawRoutes } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressAnswers } from '../platform/compression.ts';
import { AppError } from '../platform/errors.ts';
import { etagOf, isKnown } from '../platform/etag.ts';
import { setOpenDataHeaders } from '../platform/security-headers.ts';
import { validate } from '../platform/validation.ts';
import type { TemplatesHost } from './host.ts';

const routes = rawRoutes.templateHost;

/**
 * The host of the bundled templates. They are the same for everyone, so pages of other instances may read them as well: nothing of a request but its
 * address counts here.
 *
 * @param app a scope under `/catalog`
 */
export const registerTemplatesHost = async (
  app: FastifyInstance,
  { host, checkResponses = false }: { host: TemplatesHost; checkResponses?: boolean },
): Promise<void> => {
  app.addHook('onRequest', async (_request, reply) => setOpenDataHeaders(reply));
  await compressAnswers(app);

  const serve = (
    { path, answers }: { path: string; answers: RawRoute['answers'] },
    answer: (request: FastifyRequest) => Promise<unknown>,
  ): void => {
    const url = path.replace(/^\/catalog/, '').replace('{id}', ':id');
    app.get(url, async (request, reply: FastifyReply) => {
      const given = await answer(request);
      if (checkResponses) answers[200]?.schema?.parse(given);
      const text = JSON.stringify(given);
      if (isKnown(request, reply, etagOf(text))) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    });
  };
  const languageOf = ({ query }: FastifyRequest) => validate(routes.categories.query, query, 'query').language;
  const idOf = ({ params }: FastifyRequest): number => validate(routes.template.params, params, 'path').id;

  serve(routes.health, async () => ({ status: 'ok' }));
  serve(routes.categories, (request) => host.categories(languageOf(request)));
  serve(routes.collections, ({ query }) => host.collections(validate(routes.collections.query, query, 'query')));
  serve(routes.workflows, ({ query }) => host.workflows(validate(routes.workflows.query, query, 'query')));
  serve(routes.collection, (request) => host.collection(idOf(request), languageOf(request)));
  serve(routes.template, async (request) => {
    const id = idOf(request);
    const answer = await host.template(id, languageOf(request));
    if (request.method === 'GET') host.countView(id);
    return answer;
  });
  serve(routes.import, (request) => host.import(idOf(request), languageOf(request)));

  // What a browser asks before it sends a header of its own, such as the version of the instance.
  app.options('/*', async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
  app.setNotFoundHandler((request) => {
    throw new AppError('notFound', `There is no ${request.method} ${request.url.split('?', 1)[0]} here.`);
  });
};
