import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import type { RequestBody } from '../http/request.ts';
import { text, toggle } from '../service/field.ts';
import { type Operation, operation, type Tools } from '../service/operation.ts';
import { additionalFields, chatId } from './fields.ts';
import { replyMarkup } from './keyboards.ts';

const formValue = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The message with a file of the item, as a form. */
const withFile =
  (property: string) =>
  (body: JsonObject, tools: unknown): RequestBody => {
    const { value, file } = tools as Tools;
    if (!value('binaryData' as never)) return { kind: 'json', value: body };
    const stored = file(String(value('binaryPropertyName' as never)));
    const more = value('additionalFields' as never) as { fileName?: string };
    const fileName = more.fileName || stored.fileName;
    if (!fileName) {
      throw new NodeError('The file has no name', { description: 'Set File Name under Additional Fields.' });
    }
    const fields = Object.entries(body).map(([name, given]) => ({ name, value: formValue(given) }));
    return { kind: 'multipart', fields: [...fields, { name: property, file: { ...stored, fileName } }] };
  };

/** A message that is a file: one of the item, or one that Telegram has or fetches. */
export const sendMedia = (kind: string, property: string, method: string): Operation =>
  operation({
    name: `Send ${kind}`,
    action: `Send ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind.toLowerCase()}`,
    fields: [
      chatId,
      toggle('binaryData', 'Binary file', { description: 'Whether to send a file of the item' }),
      text('binaryPropertyName', 'Input binary field', {
        default: 'data',
        required: true,
        displayOptions: { show: { binaryData: [true] } },
      }),
      text('file', kind, {
        displayOptions: { show: { binaryData: [false] } },
        description: 'The ID of a file on Telegram, or a URL to fetch it from',
        send: { in: 'body', as: property },
      }),
      ...replyMarkup,
      additionalFields,
    ],
    request: `POST /${method}`,
    body: withFile(property),
  });
