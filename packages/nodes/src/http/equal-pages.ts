import { NodeError } from '@millrace/engine/node-api';

const mostEqualPages = 5;

const isSameBody = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.length > 0 && a.every((byte, index) => byte === b[index]);

/** Is shown the body of each page, and throws a NodeError when the service gives the same page again and again. */
export const watchEqualPages = (): ((body: Uint8Array) => void) => {
  let before: Uint8Array | undefined;
  let count = 1;
  return (body) => {
    count = before && isSameBody(before, body) ? count + 1 : 1;
    before = body;
    if (count < mostEqualPages) return;
    throw new NodeError(`The last ${mostEqualPages} pages were the same, so no more were fetched`, {
      description: 'Check how the next page is asked for and when the pages are complete.',
    });
  };
};
