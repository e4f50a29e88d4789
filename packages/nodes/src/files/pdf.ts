import type { JsonObject } from '@millrace/contract/data';
import { NodeError, toJsonValue } from '@millrace/engine/node-api';

export interface PdfReading {
  password?: string;
  /** False: a list of the texts of each page. */
  joinPages?: boolean;
  /** 0 and less: all. */
  maxPages?: number;
}

/** Text of a page: what is on another height begins a line. */
const toText = (items: readonly object[]): string => {
  let text = '';
  let height: unknown;
  for (const item of items) {
    if (!('str' in item) || !('transform' in item)) continue;
    const at = (item.transform as unknown[])[5];
    text += text === '' || at === height ? item.str : `\n${item.str}`;
    height = at;
  }
  return text;
};

const explain = (error: unknown): unknown => {
  const { name } = error as Error;
  if (name === 'PasswordException')
    return new NodeError('The PDF is locked with a password, and the one that is set does not open it');
  if (name === 'InvalidPDFException') return new NodeError('The file is no PDF, or is damaged', { cause: error });
  return error;
};

/** Text and facts of a PDF. @throws NodeError */
export const readPdf = async (bytes: Uint8Array, options: PdfReading): Promise<JsonObject> => {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  try {
    const document = await getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      ...(options.password && { password: options.password }),
    });
    try {
      const { info, metadata } = await document.getMetadata().catch(() => ({ info: undefined, metadata: undefined }));
      const count = document.numPages;
      const wanted = options.maxPages && options.maxPages > 0 ? Math.min(options.maxPages, count) : count;
      const pages: string[] = [];
      for (let page = 1; page <= wanted; page++)
        pages.push(toText((await (await document.getPage(page)).getTextContent()).items));
      const found = metadata as { getAll?(): Iterable<[string, unknown]> | object } | undefined;
      const { version } = await getResolvedPDFJS();
      return toJsonValue({
        numpages: count,
        numrender: wanted,
        info,
        ...(found?.getAll && { metadata: Object.fromEntries(Object.entries(found.getAll() ?? {})) }),
        text: options.joinPages === false ? pages : pages.join('\n\n'),
        version,
      }) as JsonObject;
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    throw explain(error);
  }
};
