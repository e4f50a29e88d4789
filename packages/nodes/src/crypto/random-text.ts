import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { NodeError } from '@millrace/engine/node-api';

const longest = 1_000_000;

const firstPrintable = 0x21;
const lastPrintable = 0x7e;

const lettersAndDigits = (length: number): string => {
  let text = '';
  while (text.length < length)
    text += randomBytes(length)
      .toString('base64')
      .replace(/[^0-9A-Za-z]/g, '');
  return text.slice(0, length);
};

/** A text that nobody can guess. @throws NodeError where it would be too long */
export const randomText = (kind: 'ascii' | 'base64' | 'hex' | 'uuid', length: number): string => {
  if (kind === 'uuid') return randomUUID();
  if (!Number.isInteger(length) || length < 0 || length > longest) {
    throw new NodeError(`A random text cannot be ${length} characters long`, {
      description: `Give a length from 1 to ${longest}.`,
    });
  }
  if (kind === 'hex')
    return randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length);
  if (kind === 'base64') return lettersAndDigits(length);
  return Array.from({ length }, () => String.fromCharCode(randomInt(firstPrintable, lastPrintable + 1))).join('');
};
