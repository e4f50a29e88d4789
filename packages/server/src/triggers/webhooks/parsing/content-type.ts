/** What the Content-Type header of a call says of its body. */
export interface ContentType {
  /** As it came. */
  header: string | undefined;
  /** Media type in lower case, without parameters; empty if there is none. */
  type: string;
  charset: string;
  /** How the body is read. What is no text is kept as bytes. */
  format: 'multipart' | 'json' | 'form' | 'xml' | 'text' | 'bytes';
}

const formatOf = (type: string): ContentType['format'] => {
  if (type === 'multipart/form-data') return 'multipart';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  // A picture, whatever it is written in.
  if (type === 'image/svg+xml') return 'bytes';
  if (/^(application|text)\/xml$/.test(type) || type.endsWith('+xml')) return 'xml';
  const isText = type === '' || type.startsWith('text/') || /[/+](javascript|yaml|graphql|csv)$/.test(type);
  return isText ? 'text' : 'bytes';
};

export const readContentType = (header: string | undefined): ContentType => {
  const [stated = '', ...parameters] = (header ?? '').split(';');
  const type = stated.trim().toLowerCase();
  let charset = 'utf-8';
  for (const parameter of parameters) {
    const [, value] = /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter) ?? [];
    if (value === undefined) continue;
    charset = value.toLowerCase();
    break;
  }
  return { header, type, charset, format: formatOf(type) };
};
