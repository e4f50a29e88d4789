import type { Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { testConnection } from '../connections/server.ts';
import { listNames } from '../fields/assign.ts';
import { findFile } from '../http/find-file.ts';
import { sendAndWait } from '../send-and-wait/send-and-wait.ts';
import { emailSendDescription } from './description.ts';
import { parameters } from './parameters.ts';
import { questionMail } from './question.ts';
import { type MailPlan, orNothing, sendMails } from './send.ts';
import { createMailSender, verifySmtp } from './smtp.ts';

interface Options {
  appendAttribution?: boolean;
  attachments?: string;
  ccEmail?: string;
  bccEmail?: string;
  replyTo?: string;
  allowUnauthorizedCerts?: boolean;
}

const read = <T>(context: ExecuteContext, name: string, itemIndex: number): T =>
  context.parameter(name as never, itemIndex) as T;

const attribution = 'This email was sent automatically with Millrace';

/** With the line at the end that says where the mail comes from. */
const withAttribution = ({ text, html }: Pick<MailPlan, 'text' | 'html'>): Pick<MailPlan, 'text' | 'html'> =>
  html
    ? { text, html: `${html}<br><br>---<br><em>${attribution}</em>` }
    : { text: `${text ?? ''}\n\n---\n${attribution}`, html };

const bodyOf = (context: ExecuteContext, itemIndex: number): Pick<MailPlan, 'text' | 'html'> => {
  const format = read<string>(context, 'emailFormat', itemIndex);
  return {
    text: format === 'html' ? undefined : read<string>(context, 'text', itemIndex),
    html: format === 'text' ? undefined : read<string>(context, 'html', itemIndex),
  };
};

const readPlan = (context: ExecuteContext, item: Item, itemIndex: number): MailPlan => {
  const options = read<Options>(context, 'options', itemIndex);
  const isAttributed = options.appendAttribution ?? context.node.typeVersion >= 2.1;
  const body = bodyOf(context, itemIndex);
  return {
    from: read(context, 'fromEmail', itemIndex),
    to: read(context, 'toEmail', itemIndex),
    cc: orNothing(options.ccEmail),
    bcc: orNothing(options.bccEmail),
    replyTo: orNothing(options.replyTo),
    subject: read(context, 'subject', itemIndex),
    ...(isAttributed ? withAttribution(body) : body),
    files: item.binary
      ? listNames(options.attachments).map((name) => ({ name, data: findFile(item, name, itemIndex) }))
      : [],
    allowUnauthorizedCerts: options.allowUnauthorizedCerts === true,
  };
};

const ask = (context: ExecuteContext) =>
  sendAndWait(context, async (question) => {
    const sender = createMailSender(context, await context.credential('smtp'));
    const mail = {
      from: read<string>(context, 'fromEmail', 0),
      to: read<string>(context, 'toEmail', 0),
      subject: read<string>(context, 'subject', 0),
      ...questionMail(question),
    };
    try {
      await sender.send(mail, { allowUnauthorizedCerts: false });
    } finally {
      sender.close();
    }
  });

export const emailSend = defineNode({
  ...emailSendDescription,
  versions: [2, 2.1],
  defaultVersion: 2.1,
  usableAsTool: true,
  credentials: [{ name: 'smtp', required: true, testedBy: 'smtpConnection' }],
  parameters,
  methods: {
    credentialTest: {
      smtpConnection: (context, credential) => testConnection(context, (context) => verifySmtp(context, credential)),
    },
  },
  execute(context) {
    if (read(context, 'operation', 0) === 'sendAndWait') return ask(context);
    return sendMails(context, (item, index) => readPlan(context, item, index));
  },
});
