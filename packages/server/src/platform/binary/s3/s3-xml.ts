/** The few elements that are read from, and written to, an S3 service. None of our keys holds a character that XML escapes. */

const decodeText = (text: string): string =>
  text.replace(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => {
    const characters: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
    return characters[name] as string;
  });

/** Text of the first element of this name. */
export const readElement = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : decodeText(text);
};

/** What stands between the tags of each element of this name; they do not hold each other. */
export const readElements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map((match) => match[1] as string);

export const deletion = (keys: readonly string[]): Uint8Array =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${keys
      .map((key) => `<Object><Key>${key}</Key></Object>`)
      .join('')}</Delete>`,
  );

const encodeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param etags of the parts, in their order */
export const completion = (etags: readonly string[]): Uint8Array =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${etags
      .map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encodeText(etag)}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  );
