import { isObject, type JsonObject } from '@millrace/contract/data';
import { collection, text, toggle } from '../service/field.ts';
import { operation, type Tools } from '../service/operation.ts';
import type { Resource } from '../service/parameters.ts';

/** Id of a file of Telegram, and where it is. */
interface FoundFile {
  result: { file_path?: string };
}

const isFound = (value: unknown): value is FoundFile => isObject(value) && isObject(value.result);

export const file: Resource = {
  displayName: 'File',
  operations: {
    get: operation({
      name: 'Get',
      action: 'Get a file',
      readsOnly: true,
      fields: [
        text('fileId', 'File ID', { required: true }),
        toggle('download', 'Download', { default: true, description: 'Whether to download the file itself' }),
        collection(
          'additionalFields',
          'Additional fields',
          [text('mimeType', 'MIME type', { placeholder: 'image/jpeg' })],
          {
            displayOptions: { show: { download: [true] } },
          },
        ),
      ],
      run: async (tools) => {
        const found = await tools.request<JsonObject>('POST /getFile', { body: { file_id: tools.value('fileId') } });
        const path = isFound(found) ? found.result.file_path : undefined;
        if (!tools.value('download') || !path) return found;
        const mimeType = tools.value('additionalFields').mimeType || undefined;
        return tools.withFiles(found, { data: await downloadFile(tools, path, mimeType) });
      },
    }),
  },
};

const types: Readonly<Record<string, string | undefined>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  txt: 'text/plain',
  json: 'application/json',
  csv: 'text/csv',
};

/** Telegram says of all files that they are bytes; what they are is in their names. */
export const downloadFile = async (tools: Pick<Tools, 'download' | 'server'>, path: string, mimeType?: string) => {
  const fileName = path.split('/').at(-1)!;
  const ending = fileName.split('.').at(-1)!.toLowerCase();
  const address = `${await tools.server()}/file/bot{accessToken}/{+path}`;
  return tools.download(`GET ${address}`, { fileName, mimeType: mimeType ?? types[ending] }, { places: { path } });
};
