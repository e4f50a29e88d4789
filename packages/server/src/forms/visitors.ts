import type { FormSpec } from '@millrace/engine/node-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagePage, sendPage } from '../pages/page.ts';
import { AppError, toHttpFailure } from '../platform/errors.ts';
import { isLedToSignIn } from '../triggers/webhooks/authorize.ts';
import { isAllowedAddress, isBot, isOfOtherSite, parseAllowList } from '../triggers/webhooks/sender.ts';

/** @param address of this instance. @throws AppError webhookRefused for whoever may not see the form, or send it from where they are */
export const refuseVisitor = (form: FormSpec, request: FastifyRequest, address: string): void => {
  if (form.ipAllowList && !isAllowedAddress(request.ip, parseAllowList(form.ipAllowList)))
    throw new AppError('webhookRefused', 'This form cannot be seen from your address.');
  if (form.ignoreBots && isBot(request.headers['user-agent']))
    throw new AppError('webhookRefused', 'This form is for people.');
  // A browser adds the password to whatever any site sends here.
  if (form.authentication && request.method === 'POST' && isOfOtherSite(request.headers, address))
    throw new AppError('webhookRefused', 'This form cannot be sent from another site.');
};

/** Addresses of forms, and those that end waits, are opened by people: to a browser a refusal is a page. */
export const forPeople =
  (prepare: (reply: FastifyReply) => FastifyReply = (reply) => reply) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (isLedToSignIn(error, request)) return void reply.redirect(error.gate);
    if (!(error instanceof AppError) || !request.headers.accept?.includes('text/html')) throw error;
    const { status, headers } = toHttpFailure(error, false);
    sendPage(prepare(reply).headers(headers), messagePage(error.message, error.hint), status);
  };
