/** What the Content-Type header of a call says of its body. */
export interface MediaType {
  /** Lower case, without parameters; empty if there is none. */
  type: string;
  charset: string;
}

export const readMediaType = (header: string | undefined): MediaType => {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { type: type.trim().toLowerCase(), charset: charset?.toLowerCase() ?? 'utf-8' };
};

export type BodyFormat = 'multipart' | 'json' | 'form' | 'xml' | 'text' | 'bytes';

/** How the body is read. What is no text is kept as bytes. */
export const formatOf = ({ type }: MediaType): BodyFormat => {
  if (type === 'multipart/form-data') return 'multipart';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  // A picture, whatever it is written in.
  if (type === 'image/svg+xml') return 'bytes';
  if (/^(application|text)\/xml$/.test(type) || type.endsWith('+xml')) return 'xml';
  const isText = type === '' || type.startsWith('text/') || /[/+](javascript|yaml|graphql|csv)$/.test(type);
  return isText ? 'text' : 'bytes';
};
