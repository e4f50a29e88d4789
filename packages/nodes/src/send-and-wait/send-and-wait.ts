/** Sends a question, waits as a row until somebody answers or the time is over, and goes on with the answer. */
import type { Item, JsonObject } from '@millrace/contract/data';
import { type ExecuteContext, type FormSpec, NodeError, type NodeOutput, type Wait } from '@millrace/engine/node-api';
import { readFormFields, readJsonFields } from '../forms/form-spec.ts';
import { readDuration, readMoment, toTill } from '../wait/moment.ts';
import { type ButtonLabels, defaultLabels } from './fields.ts';

/** What the service is to send: its way of writing that is its own business. */
export interface Question {
  message: string;
  buttons: { label: string; url: string }[];
}

interface Options {
  limitWaitTime?: {
    values?: { limitType?: string; resumeAmount?: number; resumeUnit?: string; maxDateAndTime?: string };
  };
  appendAttribution?: boolean;
  messageButtonLabel?: string;
  responseFormTitle?: string;
  responseFormDescription?: string;
  responseFormButtonLabel?: string;
}

interface Approval {
  approvalType?: string;
  approveLabel?: string;
  disapproveLabel?: string;
}

const thanks = { title: 'Thank you', message: 'Your answer has arrived. You can close this page.' };
const freeTextField = 'Response';
const attribution = 'This message was sent automatically by a workflow';

const read = <T>(context: ExecuteContext, name: string): T => context.parameter(name as never, 0) as T;

/** Epoch milliseconds; null: without end. */
export const readAnswerLimit = (context: ExecuteContext): number | null => {
  const { limitWaitTime } = read<Options>(context, 'options');
  const limit = limitWaitTime?.values;
  if (!limit) return null;
  if (limit.limitType === 'atSpecifiedTime') return toTill(readMoment(limit.maxDateAndTime ?? '', context.timezone));
  return toTill(context.now() + readDuration(limit.resumeAmount ?? 1, limit.resumeUnit ?? 'hours'));
};

const readFields = (context: ExecuteContext): FormSpec['fields'] => {
  if (read(context, 'responseType') === 'freeText') return [{ label: freeTextField, type: 'textarea', required: true }];
  if (read(context, 'defineForm') !== 'json') {
    const { values = [] } = read<{ values?: Parameters<typeof readFormFields>[0] }>(context, 'formFields');
    return readFormFields(values);
  }
  return readJsonFields(read<unknown>(context, 'jsonOutput'));
};

const readForm = (context: ExecuteContext, options: Options, message: string): FormSpec => ({
  title: options.responseFormTitle || message,
  ...(options.responseFormDescription
    ? { description: options.responseFormDescription }
    : options.responseFormTitle && { description: message }),
  buttonLabel: options.responseFormButtonLabel || 'Submit',
  fields: readFields(context),
  completion: { kind: 'text', ...thanks },
});

const buttonsOf = (
  context: ExecuteContext,
  isForm: boolean,
  options: Options,
  labels: ButtonLabels,
): Question['buttons'] => {
  const { resumeUrl, resumeFormUrl } = context;
  if (!resumeUrl || !resumeFormUrl) throw new NodeError('Nobody can answer, since this execution has no address');
  if (isForm) return [{ label: options.messageButtonLabel || 'Respond', url: resumeFormUrl }];
  return readApproval(context, labels).map(({ label, approved }) => ({
    label,
    url: `${resumeUrl}?approved=${approved}`,
  }));
};

/** What may be answered by a button, approval last. */
export const readApproval = (
  context: ExecuteContext,
  labels = defaultLabels,
): { label: string; approved: boolean }[] => {
  const { values = {} } = read<{ values?: Approval }>(context, 'approvalOptions');
  const approve = { label: values.approveLabel || labels.approve, approved: true };
  if (values.approvalType !== 'double') return [approve];
  return [{ label: values.disapproveLabel || labels.decline, approved: false }, approve];
};

/** What the question is answered with; the input where the time was over. */
const afterWait = (context: ExecuteContext): NodeOutput => {
  const { resumption } = context;
  const give = (data: JsonObject, binary?: Item['binary']): NodeOutput => [
    [{ json: { data }, ...(binary && { binary }), pairedItem: 0 }],
  ];
  if (resumption?.kind === 'webhook') return give({ approved: resumption.request.query.approved === 'true' });
  if (resumption?.kind !== 'form') return [context.items as Item[]];
  const { fields, request } = resumption;
  return read(context, 'responseType') === 'freeText'
    ? give({ text: fields[freeTextField] ?? '' })
    : give(fields, request.binary);
};

/**
 * `execute` of an operation that sends and waits. It is done once, for the first item.
 * @param send sends the question. It is called before the wait, and not again after it
 */
export const sendAndWait = async (
  context: ExecuteContext,
  send: (question: Question) => Promise<unknown>,
  labels: ButtonLabels = defaultLabels,
): Promise<NodeOutput | Wait> => {
  if (context.resumption) return afterWait(context);
  const options = read<Options>(context, 'options');
  const isForm = read(context, 'responseType') !== 'approval';
  const message = read<string>(context, 'message').trim();
  const till = readAnswerLimit(context);
  const form = isForm ? readForm(context, options, message) : undefined;
  const shown = options.appendAttribution === true ? `${message}\n\n${attribution}` : message;
  await send({ message: shown, buttons: buttonsOf(context, isForm, options, labels) });
  if (form) return context.wait({ till, form });
  return context.wait({
    till,
    // What looks at links before people do is not an answer.
    webhook: { method: 'GET', responseMode: 'onReceived', responseText: thanks.message, ignoreBots: true },
  });
};
