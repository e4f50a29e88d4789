import { isObject } from '@millrace/contract';
import type { FormCompletion, FormSpec, WebhookResponse } from '@millrace/engine/node-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnqueuedExecution } from '../executions/types.ts';
import { attribute, html } from '../pages/html.ts';
import { createPage, messagePage, type Page, sendPage } from '../pages/page.ts';
import { sanitizeHtml } from '../pages/sanitize-html.ts';
import { awaitResult } from '../triggers/webhooks/caller.ts';
import { type CallServing, pathOf, send } from '../triggers/webhooks/serve.ts';

/** What whoever has sent a form sees next. */

const goesOn = 'Your answers have arrived. The workflow goes on when the server runs again.';
const failed = 'Your answers have arrived, but the workflow could not be finished.';

export const failurePage = (css?: string): Page => messagePage('Something went wrong', failed, css);

/**
 * Leads on to another site. As a page of its own, since browsers hold a redirect that answers a form against `form-action`, wherever it leads.
 * An address that is neither http nor https leads nowhere.
 */
const redirectPage = (url: string, css?: string): Page => {
  if (!/^https?:\/\//i.test(url)) return messagePage('Sent', 'Thank you.', css);
  return createPage({
    title: 'Sent',
    content: html`<h1>Sent</h1><p>Thank you. You are being taken to <a href="${url}" rel="noreferrer" data-go>${url}</a>.</p>`,
    goTo: url,
    css,
  });
};

/** @param file address of the file of such a completion */
export const completionPage = async (
  completion: Exclude<FormCompletion, { kind: 'html' }>,
  { css, title, file }: { css?: string; title?: string; file?: string },
): Promise<Page> => {
  if (completion.kind === 'redirect') return redirectPage(completion.url, css);
  const message = completion.message ? await sanitizeHtml(completion.message) : undefined;
  const download =
    file !== undefined && html`<a class="button" data-download download${attribute('href', file)}>Download</a>`;
  return createPage({
    title: title || completion.title || 'Sent',
    content: html`<h1>${completion.title || 'Sent'}</h1>${message?.html}${download}`,
    hasPictures: message?.hasPictures,
    css,
  });
};

/** A page of the workflow's own: sandboxed, as any answer of a workflow. */
export const ownPage = (text: string): WebhookResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: { kind: 'text', text },
});

/** As it came, with its question mark: what fills fields in does so on all pages of a form. */
export const queryOf = ({ raw: { url = '' } }: FastifyRequest): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
};

/** From the address of a request to another one of this server, whatever stands in front of it. */
const relativeTo = (request: FastifyRequest, path: string): string =>
  `${'../'.repeat(pathOf(request).split('/').length - 2)}${path}${queryOf(request)}`;

/** What a node that responds may say in place of a page. */
const saidByNode = ({ headers, body }: WebhookResponse): FormCompletion | undefined => {
  if (body.kind !== 'text' || !/json/i.test(headers['content-type'] ?? '')) return undefined;
  let said: unknown;
  try {
    said = JSON.parse(body.text);
  } catch {
    return undefined;
  }
  if (!isObject(said)) return undefined;
  const { formSubmittedText: message, redirectURL: url } = said;
  if (typeof url === 'string' && url !== '') return { kind: 'redirect', url };
  if (typeof message === 'string') return { kind: 'text', title: 'Your answers have arrived', message };
  return undefined;
};

/** @param progress path of the page that goes on with the execution */
export const answerForm = async (
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormSpec,
  run: EnqueuedExecution,
  serving: Pick<CallServing, 'binary' | 'abandon' | 'log'> & { progress(executionId: number): string },
): Promise<FastifyReply> => {
  if (form.leadsOn)
    return reply
      .code(303)
      .header('location', relativeTo(request, serving.progress(run.executionId)))
      .send();
  const { css } = form;
  let { completion } = form;
  if (form.responseMode === 'lastNode' || form.responseMode === 'responseNode') {
    const result = await awaitResult(reply, run, form.responseMode === 'responseNode', serving.abandon);
    if (!result) return reply;
    if (result.ended?.notStored) throw result.ended.notStored;
    const said = result.response && saidByNode(result.response);
    if (result.response && !said) return send(reply, serving, result.response, run);
    const { status } = result.ended ?? {};
    if (said) completion = said;
    else if (status === 'queued') return sendPage(reply, messagePage('Sent', goesOn, css));
    else if (status !== 'success') return sendPage(reply, failurePage(css), 500);
  }
  if (completion.kind === 'html') return send(reply, serving, ownPage(completion.html));
  return sendPage(reply, await completionPage(completion, { css }));
};
