/**
 * How lists of messages travel between processes and threads. Many small objects are written and read twice as fast as one JSON text as by
 * the structured clone, which spells out each property of each. Long texts are left to the clone: it copies them as they are, where
 * JSON escapes and parses them once more.
 */
export type Packed<M> = string | readonly M[];

/** Characters. */
const longText = 8192;

/** Whether a text in these plain data is too long to be handled on the way. */
export const hasLongText = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length > longText;
  if (typeof value !== 'object' || value === null) return false;
  for (const part of Object.values(value)) if (hasLongText(part)) return true;
  return false;
};

/** @param messages of plain data */
export const packMessages = <M>(messages: readonly M[]): Packed<M> => {
  try {
    return hasLongText(messages) ? messages : JSON.stringify(messages);
  } catch {
    // What a node has put into its static data may be more than JSON can say; how that fails is told where it is stored.
    return messages;
  }
};

/** @param packed by `packMessages` */
export const unpackMessages = <M>(packed: Packed<M>): readonly M[] =>
  typeof packed === 'string' ? (JSON.parse(packed) as M[]) : packed;
