/** What an answer becomes as items: by its content type or as the parameters say. */
import type { BinaryData, Item, Json, JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import {
  decodeText,
  type ExecuteContext,
  type HttpHead,
  type HttpResponse,
  NodeError,
  parseJson,
} from '@millrace/engine/node-api';

/** An answer that was read to its end. */
export interface ReadResponse extends HttpHead {
  body: Uint8Array;
  /** It was stored while it came; `body` is empty then. */
  file?: BinaryData;
}

export interface AnswerOptions {
  format: 'autodetect' | 'json' | 'text' | 'file';
  fullResponse: boolean;
  /** Field for text, binary property for files. */
  property: string;
  /** Whether each entry of a JSON list is an item of its own. */
  splitLists: boolean;
  /** Whether a body that is not the JSON it should be is taken as text. */
  forgiving: boolean;
  /** How the option is called that the user can choose instead. */
  textFormatName: string;
}

export type AnswerContent =
  | { kind: 'json'; value: Json; isEmpty: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'file'; content: Uint8Array | BinaryData; mimeType: string | undefined };

const fileTypes =
  /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar|x-bzip2?|x-7z-compressed|x-rar-compressed|vnd\.rar|epub\+zip|java-archive|msword|rtf|wasm|x-sqlite3|vnd\.ms-|vnd\.openxmlformats-|vnd\.oasis\.|vnd\.amazon\.ebook)/i;

const contentTypeOf = (response: HttpHead): string => String(response.headers['content-type'] ?? '');

export const textOf = (response: ReadResponse): string => decodeText(response.body, contentTypeOf(response));

const readJson = (response: ReadResponse, options: AnswerOptions): AnswerContent => {
  const text = textOf(response);
  if (text.trim() === '') return { kind: 'json', value: {}, isEmpty: true };
  try {
    return { kind: 'json', value: parseJson(text), isEmpty: false };
  } catch (error) {
    if (options.forgiving) return { kind: 'text', text };
    throw new NodeError('The answer is not valid JSON', {
      description: `${(error as Error).message}. Set the response format to ${options.textFormatName} to take it as it is.`,
    });
  }
};

/** What the body of an answer is to be taken for. */
const formatOf = (response: HttpHead, { format }: Pick<AnswerOptions, 'format'>): 'json' | 'text' | 'file' => {
  if (format !== 'autodetect') return format;
  const contentType = contentTypeOf(response);
  return /application\/json/i.test(contentType) ? 'json' : fileTypes.test(contentType) ? 'file' : 'text';
};

/** Reads an answer to its end; a file goes into the store while it comes. */
export const readResponse = async (
  answered: HttpResponse,
  options: Pick<AnswerOptions, 'format'>,
  address: string,
  binary: ExecuteContext['binary'],
): Promise<ReadResponse> => {
  const { status, statusText, headers, url } = answered;
  const head = { status, statusText, headers, url };
  if (status >= 400 || formatOf(head, options) !== 'file') return { ...head, body: await answered.bytes() };
  const mimeType = contentTypeOf(head) || undefined;
  const file = await binary.write(answered.stream(), { mimeType, fileName: fileNameOf(head, url ?? address) });
  return { ...head, body: new Uint8Array(0), file };
};

/** @throws NodeError if the body is not what it should be */
export const readContent = (response: ReadResponse, options: AnswerOptions): AnswerContent => {
  const contentType = contentTypeOf(response);
  switch (formatOf(response, options)) {
    case 'json':
      return readJson(response, options);
    case 'file':
      return { kind: 'file', content: response.file ?? response.body, mimeType: contentType || undefined };
    default:
      return { kind: 'text', text: textOf(response) };
  }
};

/** How a file is called that came as an answer: as its head says, else as its address ends. */
export const fileNameOf = (response: HttpHead, url: string): string | undefined => {
  const disposition = String(response.headers['content-disposition'] ?? '');
  const encoded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const named = encoded ? decodeSafely(encoded) : (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]);
  const last = (named ?? decodeSafely(URL.parse(url)?.pathname ?? '')).split(/[/\\]/).pop();
  return last || undefined;
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The answer as the expressions of pagination see it. */
export const shownAnswer = (response: ReadResponse, content: AnswerContent): JsonObject => ({
  body: content.kind === 'json' ? content.value : content.kind === 'text' ? content.text : '',
  headers: response.headers,
  statusCode: response.status,
  statusMessage: response.statusText,
});

const toItem = (value: Json, property: string): Item => ({
  json: isObject(value) ? (value as JsonObject) : { [property]: value },
});

/**
 * Items of one answer.
 *
 * @param url where the answer came from, from which a file without a name takes one
 * @param input item that the request was made for; its files go along with a file that is downloaded
 */
export const toItems = async (
  response: ReadResponse,
  content: AnswerContent,
  options: AnswerOptions,
  url: string,
  input: Item | undefined,
  binary: ExecuteContext['binary'],
): Promise<Item[]> => {
  const about: JsonObject = {
    headers: response.headers,
    statusCode: response.status,
    statusMessage: response.statusText,
  };
  switch (content.kind) {
    case 'file': {
      const { content: file, mimeType } = content;
      const stored =
        file instanceof Uint8Array ? await binary.write(file, { mimeType, fileName: fileNameOf(response, url) }) : file;
      return [{ json: options.fullResponse ? about : {}, binary: { ...input?.binary, [options.property]: stored } }];
    }
    case 'text':
      return [
        {
          json: options.fullResponse
            ? { ...about, [options.property]: content.text }
            : { [options.property]: content.text },
        },
      ];
    case 'json': {
      const { value } = content;
      if (options.fullResponse) return [{ json: { body: value, ...about } }];
      if (!Array.isArray(value)) return [toItem(value, options.property)];
      if (options.splitLists) return value.map((entry) => toItem(entry, options.property));
      // Old workflows read the list as `$json[0]` and `items[0].json.map(…)`.
      return [{ json: value as unknown as JsonObject }];
    }
  }
};
