import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import type { Requester } from '../service/requester.ts';

export interface AirtableRecord extends JsonObject {
  id: string;
  fields: JsonObject;
}

/** Id, time and fields side by side. */
export const flatRecord = ({ fields, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(isObject(fields) ? (fields as JsonObject) : {}),
});

/** Fields without those that are named, with commas between. */
export const withoutFields = (fields: JsonObject, ignored: unknown): JsonObject => {
  const names = String(ignored ?? '')
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
};

interface Attachment {
  url: string;
  filename?: string;
  type?: string;
}

const isAttachment = (value: unknown): value is Attachment => isObject(value) && typeof value.url === 'string';

/** A record with the files of its attachment fields, as `Field_0`, `Field_1` … Their addresses carry their own secret. */
export const withAttachments = async (
  record: AirtableRecord,
  names: readonly string[],
  { download }: Pick<Requester, 'download'>,
  binary: Record<string, BinaryData> = {},
): Promise<Item> => {
  for (const name of names) {
    const attachments = Object.hasOwn(record.fields, name) ? record.fields[name] : [];
    for (const [index, attachment] of (Array.isArray(attachments) ? attachments : []).entries()) {
      if (!isAttachment(attachment)) continue;
      const { url, filename: fileName, type: mimeType } = attachment;
      binary[`${name}_${index}`] = await download(`GET ${url}`, { fileName, mimeType }, { unsigned: true });
    }
  }
  return { json: record, ...(Object.keys(binary).length > 0 && { binary }) };
};

/** A list of names, given as one or with commas between. */
export const nameList = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Text in a formula. */
export const formulaText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value ?? '')
        .replace(/\\/g, '\\\\')
        .replace(/'/g, "\\'")}'`;

/** A field in a formula. */
export const formulaField = (name: string): string => `{${name.replace(/[\\}]/g, '\\$&')}}`;
