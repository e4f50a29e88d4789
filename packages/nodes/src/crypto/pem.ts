/** A key in PEM form as it was written: one that went through a field of one line has blanks, or `\n`, where its lines end. */
export const asPem = (key: string): string => {
  const text = key.replaceAll('\\n', '\n').trim();
  const [, head, body, foot] = /^(-----BEGIN [^-]+-----)\s*([^-]+?)\s*(-----END [^-]+-----)$/.exec(text) ?? [];
  if (!head || !body || !foot || body.includes(':')) return text;
  return [head, ...body.trim().split(/\s+/), foot].join('\n');
};
