/** What a mail becomes as an item, in the public shapes. */
import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import type { ExecuteContext } from '@millrace/engine/node-api';
import type { Address, Email } from 'postal-mime';

export interface MessageFormat {
  format: string;
  /** Of the binary properties that get the attachments; undefined: they are left out. */
  attachmentPrefix: string | undefined;
}

type Binary = Pick<ExecuteContext, 'binary'>['binary'];

const topLevel = new Set(['cc', 'date', 'from', 'subject', 'to']);

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Names that a mail has chosen: never those that would change what an object is. */
const setOwn = (target: JsonObject, name: string, value: JsonObject[string]): void => {
  if (name !== '__proto__' && !Object.hasOwn(target, name)) target[name] = value;
};

const storeAttachments = async (
  binary: Binary,
  attachments: Email['attachments'],
  prefix: string,
): Promise<Record<string, BinaryData>> => {
  const stored: Record<string, BinaryData> = {};
  for (const [index, { content, filename, mimeType }] of attachments.entries()) {
    const bytes =
      typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);
    stored[`${prefix}${index}`] = await binary.write(bytes, { mimeType, fileName: filename ?? undefined });
  }
  return stored;
};

const simple = (mail: Email, uid: number, decode: (text: string) => string): JsonObject => {
  const metadata: JsonObject = {};
  const json: JsonObject = {
    textHtml: mail.html ?? '',
    textPlain: mail.text ?? '',
    metadata,
    attributes: { uid },
  };
  for (const { key, value } of mail.headers) setOwn(topLevel.has(key) ? json : metadata, key, decode(value));
  return json;
};

const mailboxesOf = (addresses: readonly Address[]) =>
  addresses.flatMap((one) => one.group ?? [{ name: one.name, address: one.address ?? '' }]);

const toAddresses = (addresses: readonly Address[]): JsonObject => {
  const value = mailboxesOf(addresses);
  return {
    value: value.map(({ name, address }) => ({ address, name })),
    html: value
      .map(({ name, address }) => {
        const link = `<a href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a>`;
        return name ? `<span>${escapeHtml(name)}</span> &lt;${link}&gt;` : link;
      })
      .join(', '),
    text: value.map(({ name, address }) => (name ? `"${name}" <${address}>` : address)).join(', '),
  };
};

const asHtml = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br/>')}</p>`)
    .join('');

const resolved = (mail: Email, uid: number): JsonObject => {
  const headers: JsonObject = {};
  for (const { key, line } of mail.headerLines) setOwn(headers, key, line);
  const { from, to, cc, bcc, replyTo, subject, messageId, inReplyTo, references, date, html, text } = mail;
  const json: JsonObject = { headers };
  const add = (name: string, value: JsonObject[string] | undefined) => {
    if (value !== undefined) json[name] = value;
  };
  add('html', html);
  add('text', text);
  add('textAsHtml', text === undefined ? undefined : asHtml(text));
  add('subject', subject);
  add('references', references);
  add('date', date);
  add('to', to && toAddresses(to));
  add('from', from && toAddresses([from]));
  add('cc', cc && toAddresses(cc));
  add('bcc', bcc && toAddresses(bcc));
  add('messageId', messageId);
  add('inReplyTo', inReplyTo);
  add('replyTo', replyTo && toAddresses(replyTo));
  json.attributes = { uid };
  return json;
};

/** What follows the head of a mail, as it came. */
const bodyOf = (source: Uint8Array): string => {
  const text = new TextDecoder().decode(source);
  const end = /\r?\n\r?\n/.exec(text);
  return end ? text.slice(end.index + end[0].length) : '';
};

/** @param source the whole mail, as it came */
export const toItem = async (
  binary: Binary,
  source: Uint8Array,
  uid: number,
  { format, attachmentPrefix }: MessageFormat,
): Promise<Item> => {
  if (format === 'raw') return { json: { raw: bodyOf(source) } };
  const { default: PostalMime, decodeWords } = await import('postal-mime');
  const mail = await PostalMime.parse(source);
  const json = format === 'resolved' ? resolved(mail, uid) : simple(mail, uid, decodeWords);
  // Pictures of the text are no attachments where people asked for these alone.
  const attachments =
    format === 'resolved'
      ? mail.attachments
      : mail.attachments.filter(({ disposition }) => disposition === 'attachment');
  if (attachmentPrefix === undefined || attachments.length === 0) return { json };
  return { json, binary: await storeAttachments(binary, attachments, attachmentPrefix) };
};
