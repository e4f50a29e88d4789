import { type BinaryData, type Item, isObject, type JsonObject } from '@millrace/contract/data';
import { NodeError, type WebhookRequest } from '@millrace/engine/node-api';

/** Binary properties of the files of a message are numbered behind it. */
export const filePrefix = 'data';

/** Media types and endings, as in HTML's `accept`; `*` is every file. */
const isAccepted = ({ mimeType, fileName = '' }: BinaryData, accept: string): boolean =>
  accept
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .some((rule) => {
      if (rule === '*' || rule === '*/*' || rule === '') return true;
      if (rule.endsWith('/*')) return mimeType.toLowerCase().startsWith(rule.slice(0, -1));
      return rule.includes('/') ? mimeType.toLowerCase() === rule : fileName.toLowerCase().endsWith(rule);
    });

const extensionOf = ({ fileExtension, fileName }: BinaryData): string =>
  fileExtension ?? /\.([^.]+)$/.exec(fileName ?? '')?.[1] ?? '';

/**
 * A message that was said.
 *
 * @param accept which files it may have; undefined: none
 * @throws NodeError for a file that may not be sent
 */
export const toChatItem = ({ body, binary = {} }: WebhookRequest, accept: string | undefined): Item => {
  const {
    sessionId = '',
    action = 'sendMessage',
    chatInput = '',
    ...more
  } = (isObject(body) ? body : {}) as JsonObject;
  const item: Item = { json: { sessionId, action, chatInput, ...more } };
  const files = Object.values(binary);
  if (files.length === 0) return item;
  if (accept === undefined) throw new NodeError('Files cannot be sent to this chat');
  const refused = files.find((file) => !isAccepted(file, accept));
  if (refused) throw new NodeError(`"${refused.fileName ?? 'A file'}" is not a file of an accepted type`);
  item.binary = binary;
  item.json.files = files.map((file) => ({
    fileName: file.fileName ?? '',
    fileSize: file.fileSize ?? '',
    fileExtension: extensionOf(file),
    fileType: file.mimeType.split('/', 1)[0] ?? '',
    mimeType: file.mimeType,
  }));
  return item;
};
