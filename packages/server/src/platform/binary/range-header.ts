import type { ByteRange } from './byte-home.ts';

/**
 * What a Range header asks for. Undefined: the whole file, also for several ranges and for what is no range, as RFC 9110 (14.2)
 * allows and asks. `none`: nothing of the file lies in it.
 *
 * @param size bytes of the file
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'none' | undefined => {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [from, to] = [match[1], match[2]] as [string, string];
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'none';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
};
