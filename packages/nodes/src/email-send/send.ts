import { Readable } from 'node:stream';
import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import { type ExecuteContext, NodeError, type NodeOutput } from '@millrace/engine/node-api';
import { createMailSender, type Mail, type MailSender, type SentMail } from './smtp.ts';

/** One mail as the parameters of any version state it. */
export interface MailPlan extends Pick<Mail, 'from' | 'to' | 'cc' | 'bcc' | 'replyTo' | 'subject' | 'text' | 'html'> {
  files: { name: string; data: BinaryData }[];
  allowUnauthorizedCerts: boolean;
}

const attachmentsOf = (context: ExecuteContext, files: MailPlan['files']): Mail['attachments'] =>
  files.map(({ name, data }) => ({
    filename: data.fileName ?? 'unknown',
    contentType: data.mimeType,
    cid: name,
    content: Readable.from(context.binary.open(data), { objectMode: false }),
  }));

const toJson = ({ rejectedErrors: _, ...sent }: SentMail & { rejectedErrors?: unknown }) => sent as JsonObject;

export const sendPlan = async (
  context: ExecuteContext,
  sender: MailSender,
  { files, allowUnauthorizedCerts, ...mail }: MailPlan,
): Promise<JsonObject> => {
  const attachments = attachmentsOf(context, files);
  return toJson(await sender.send({ ...mail, attachments }, { allowUnauthorizedCerts }));
};

export const orNothing = (value: unknown): string | undefined => (value ? String(value) : undefined);

/** Sends a mail for each item, one after another. @param read throws the NodeError with which the item fails */
export const sendMails = async (
  context: ExecuteContext,
  read: (item: Item, itemIndex: number) => MailPlan,
): Promise<NodeOutput> => {
  if (context.items.length === 0) return [[]];
  const sender = createMailSender(context, await context.credential('smtp'));
  try {
    return await context.forEachItem(async (item, index) => {
      const plan = read(item, index);
      if (!plan.to && !plan.cc && !plan.bcc) throw new NodeError('The mail has no recipient');
      return { json: await sendPlan(context, sender, plan) };
    });
  } finally {
    sender.close();
  }
};
