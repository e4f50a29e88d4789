import { defineNode } from '@millrace/engine/node-api';
import { listNames } from '../fields/assign.ts';
import { emailSendDescription } from './description.ts';
import { parametersV1 } from './parameters.ts';
import { orNothing, sendMails } from './send.ts';

export const emailSendV1 = defineNode({
  ...emailSendDescription,
  versions: [1],
  credentials: [{ name: 'smtp', required: true }],
  parameters: parametersV1,
  execute: (context) =>
    sendMails(context, ({ binary = {} }, index) => {
      const { allowUnauthorizedCerts, replyTo } = context.parameter('options', index);
      const names = listNames(context.parameter('attachments', index)).filter((name) => Object.hasOwn(binary, name));
      return {
        from: context.parameter('fromEmail', index),
        to: context.parameter('toEmail', index),
        cc: orNothing(context.parameter('ccEmail', index)),
        bcc: orNothing(context.parameter('bccEmail', index)),
        subject: context.parameter('subject', index),
        text: orNothing(context.parameter('text', index)),
        html: orNothing(context.parameter('html', index)),
        replyTo: orNothing(replyTo),
        files: names.map((name) => ({ name, data: binary[name]! })),
        allowUnauthorizedCerts: allowUnauthorizedCerts === true,
      };
    }),
});
