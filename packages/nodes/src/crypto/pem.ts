/** A key in PEM form as it was written: one that went through a field of one line has blanks, `\n` or nothing where its lines end. */
export const asPem = (key: string): string => {
  const text = key.replaceAll('\\n', '\n').trim();
  const [, head, body, foot] = /^(-----BEGIN [^-]+-----)([^-]+)(-----END [^-]+-----)$/.exec(text) ?? [];
  if (!head || !body || !foot) return text;
  const hasLines = body.trim().includes('\n') && /^\s*\n/.test(body);
  if (hasLines || body.includes(':')) return text;
  return [head, ...(body.replace(/\s+/g, '').match(/.{1,64}/g) ?? []), foot].join('\n');
};
