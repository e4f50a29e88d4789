import type { BinaryData, JsonObject } from '@millrace/contract/data';

/** What people call a kind of file, as the public format names it; undefined: no such kind. */
const kindOf = (mimeType: string): string | undefined => {
  if (mimeType === 'application/json') return 'json';
  if (mimeType === 'text/html') return 'html';
  if (mimeType === 'application/pdf') return 'pdf';
  return ['image', 'audio', 'video', 'text'].find((kind) => mimeType.startsWith(`${kind}/`));
};

/** What an item says of a file that it has. */
export const describeFile = ({ mimeType, fileName, fileExtension, fileSize }: BinaryData): JsonObject => {
  const facts = { mimeType, fileType: kindOf(mimeType), fileName, fileExtension, fileSize };
  return Object.fromEntries(Object.entries(facts).filter((entry) => entry[1] !== undefined)) as JsonObject;
};
