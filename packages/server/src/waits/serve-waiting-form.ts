import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerForm, completionPage, ownPage, queryOf } from '../forms/answer-form.ts';
import { type FormPlace, formPage, presetsOf } from '../forms/form-page.ts';
import { receiveForm, toSubmission } from '../forms/sent-form.ts';
import { refuseVisitor } from '../forms/visitors.ts';
import { messagePage, sendPage } from '../pages/page.ts';
import { hookOwner } from '../triggers/webhooks/hook.ts';
import { readRequestLine } from '../triggers/webhooks/read-request.ts';
import { send } from '../triggers/webhooks/serve.ts';
import { lookFor, patience } from './look.ts';
import { waitingEndpoints } from './resume-addresses.ts';
import type { WaitServing } from './wait-serving.ts';
import { over, unknownAddress, type WaitingForm } from './waiting-run.ts';

/** Behind the address of an ending that is a file. */
const fileSuffix = 'file';

const authorize = async (run: WaitingForm, request: FastifyRequest, serving: WaitServing): Promise<void> => {
  const { authentication } = run.form;
  if (!authentication) return;
  const owner = async () => hookOwner(await serving.versions.ofVersion(run.versionId), run.wait.node, run.ranBy);
  const spec = { method: request.method, path: waitingEndpoints.form, authentication };
  await serving.authorize({ spec, owner }, request);
};

/** @param serving.suffix what the address has behind its token */
export const serveWaitingForm = async (
  request: FastifyRequest,
  reply: FastifyReply,
  run: WaitingForm,
  serving: WaitServing & { suffix: string },
): Promise<FastifyReply> => {
  const { form, executionId, waitCount } = run;
  if (serving.suffix !== '' && !(serving.suffix === fileSuffix && form.completion.kind === 'file'))
    throw unknownAddress();
  refuseVisitor(form, request, serving.address());
  await authorize(run, request, serving);
  if (request.method === 'GET' || request.method === 'HEAD') return showForm(request, reply, run, serving);
  if (request.method !== 'POST')
    return sendPage(reply.header('allow', 'GET, HEAD, POST'), messagePage('This is a form', undefined), 405);
  if (form.isEnding) throw over();

  const place = placeOf(request, run, serving);
  const read = await receiveForm(form, request, reply, serving.parser);
  if (read.problems.size > 0) return sendPage(reply, await formPage(form, read, place), 422);
  const submission = await toSubmission(read, readRequestLine(request, serving.address()), {
    // Files belong to the execution that waits.
    write: (content, about) => serving.binary.write(String(executionId), content, about),
    now: serving.clock.now(),
  });
  const resumed = await serving.dispatcher.resume(executionId, { kind: 'form', ...submission }, { waitCount });
  if (!resumed) throw over();
  return answerForm(request, reply, form, resumed, { ...serving, progress: serving.addresses.progress });
};

/** Always with its address: the page may be shown elsewhere, where its reader was led to, also by the script that takes over a refusal. */
const placeOf = (
  request: FastifyRequest,
  { form, executionId, waitCount, mode }: WaitingForm,
  { addresses }: Pick<WaitServing, 'addresses'>,
): FormPlace => ({
  action: addresses.token(executionId, waitCount) + queryOf(request),
  isPlain: !form.leadsOn && form.responseMode === 'responseNode',
  isTest: mode === 'manual',
  isFollowing: true,
});

/** The page for whoever opens it: at its own address, or where they were led to from the page before. */
export const showForm = async (
  request: FastifyRequest,
  reply: FastifyReply,
  run: WaitingForm,
  serving: WaitServing & { suffix: string },
): Promise<FastifyReply> => {
  const { form } = run;
  if (form.isEnding) return showEnding(request, reply, run, serving);
  const { query } = readRequestLine(request, serving.address());
  return sendPage(reply, await formPage(form, presetsOf(form, query), placeOf(request, run, serving)));
};

/** With that the run goes on, and where another branch has come to a page, that is shown; where it ends with a file, when that was fetched. */
const showEnding = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { form, executionId, waitCount }: WaitingForm,
  serving: WaitServing & { suffix: string },
): Promise<FastifyReply> => {
  const { completion } = form;
  if (request.method === 'HEAD') return reply.code(200).send();
  const end = () =>
    serving.dispatcher.resume(
      executionId,
      {
        kind: 'form',
        fields: {},
        submittedAt: serving.clock.now(),
        request: { ...readRequestLine(request, serving.address()), params: {}, body: {} },
      },
      { waitCount },
    );
  const page =
    completion.kind === 'html'
      ? undefined
      : await completionPage(completion, {
          title: form.title,
          css: form.css,
          ...(completion.kind === 'file' && {
            file: `${serving.addresses.token(executionId, waitCount)}/${fileSuffix}`,
          }),
        });
  if (completion.kind === 'file') {
    if (serving.suffix !== fileSuffix) return sendPage(reply, page!);
    await end();
    const { fileName = 'file', mimeType } = completion.file;
    const headers = {
      'content-type': mimeType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    };
    return send(reply, serving, { status: 200, headers, body: { kind: 'binary', data: completion.file } });
  }
  await end();
  const next = await lookFor(serving.db, reply, executionId, patience.page);
  if (next.state === 'page' && next.run.waitCount !== waitCount)
    return showForm(request, reply, next.run, { ...serving, suffix: '' });
  return page
    ? sendPage(reply, page)
    : send(reply, serving, ownPage(completion.kind === 'html' ? completion.html : ''));
};
