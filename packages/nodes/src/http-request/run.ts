/** The course of a node run, the same for all versions: read a request for each item, send them, make items of the answers. */
import type { Item } from '@millrace/contract/data';
import type { ExecuteContext, NodeOutput } from '@millrace/engine/node-api';
import { type AnswerOptions, toItems } from '../http/answer.ts';
import { evaluateDeep } from '../http/evaluate-deep.ts';
import { exchange as exchangePage, type HttpContext } from '../http/exchange.ts';
import { fetchPages, type Pagination } from '../http/pagination.ts';
import type { RequestPlan, Transport } from '../http/request.ts';
import { type Batch, sendAll } from '../http/send-all.ts';
import type { Shorten } from './shorten.ts';

/** All that is to be done for one item. */
export interface Exchange {
  plan: RequestPlan;
  /** Type of the credential that signs each request. */
  credential: string | undefined;
  transport: Transport;
  answer: AnswerOptions;
  neverError: boolean;
  /** Before it becomes items. */
  shorten?: Shorten;
  pagination?: Pagination;
}

type Context = HttpContext & Pick<ExecuteContext, 'items' | 'evaluate' | 'continueOnFail' | 'forEachItem'>;

const runExchange = async (context: Context, exchange: Exchange, itemIndex: number): Promise<Item[]> => {
  const { transport, answer, neverError } = exchange;
  const send = (plan: RequestPlan, acceptedStatuses: ReadonlySet<number>) =>
    exchangePage(context, plan, {
      transport,
      answer,
      accepts: (status) => neverError || acceptedStatuses.has(status),
      credential: exchange.credential,
      itemIndex,
    });
  const pages = exchange.pagination
    ? await fetchPages(exchange.plan, exchange.pagination, {
        send,
        sleep: (milliseconds) => context.sleep(milliseconds),
        evaluate: (value, variables) => evaluateDeep(context, value, itemIndex, variables),
      })
    : [await send(exchange.plan, new Set())];
  const items: Item[] = [];
  for (const { request, response, content } of pages) {
    const input = context.items[itemIndex];
    for (const item of await toItems(
      response,
      exchange.shorten ? await exchange.shorten(content) : content,
      exchange.answer,
      response.url ?? request.url,
      input,
      context.binary,
    )) {
      items.push(item);
    }
  }
  return items;
};

/** @param read gives the exchange of an item, or throws the NodeError with which the item fails */
export const runRequests = async (
  context: Context,
  batch: Batch | undefined,
  read: (itemIndex: number) => Exchange,
): Promise<NodeOutput> => {
  const outcomes = await sendAll(context.items.length, {
    batch,
    goesOn: context.continueOnFail,
    sleep: (milliseconds) => context.sleep(milliseconds),
    send: async (index) => runExchange(context, read(index), index),
  });
  return context.forEachItem((_, index) => {
    // Requests begin in the items' order, so what was not sent lies behind the failure that is thrown here.
    const outcome = outcomes[index]!;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
};
