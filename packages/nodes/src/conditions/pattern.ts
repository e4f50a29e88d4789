import { NodeError } from '@millrace/engine/node-api';

/** Whether a pattern, bare or written `/pattern/flags`, is found in the text. @throws NodeError for a bad pattern */
export const matchesPattern = (text: string, pattern: string): boolean => {
  const literal = /^\/(.*)\/([dgimsuvy]*)$/s.exec(pattern);
  try {
    return new RegExp(literal?.[1] ?? pattern, literal?.[2]?.replace(/[gy]/g, '')).test(text);
  } catch (error) {
    throw new NodeError(`"${pattern}" is not a regular expression`, { cause: error });
  }
};
