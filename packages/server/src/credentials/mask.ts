/** Replaces secrets by `***`, however they are written. */
export interface Mask {
  text(text: string): string;
  /** The same bytes where none is in there. @param least shorter secrets are left where they stand */
  bytes(bytes: Uint8Array, least: number): Uint8Array;
  /** As `bytes`, for bytes that come piece by piece, cut anywhere. */
  stream(source: AsyncIterable<Uint8Array>, least: number): AsyncIterable<Uint8Array>;
}

const shown = '***';
/** Shorter ones would tear holes into any text. */
const shortest = 4;

const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
};

/** @param secrets blanks around them do not count */
export const createMask = (secrets: Iterable<string>): Mask => {
  const forms = [...new Set([...secrets].map((secret) => secret.trim()).filter((secret) => secret.length >= shortest))]
    .flatMap((secret) => [...new Set(formsOf(secret))].map((form) => ({ form, length: secret.length })))
    // The longest first: a secret may be part of another's form.
    .sort((a, b) => b.form.length - a.form.length);
  const replace = (text: string, least: number) =>
    forms.reduce((masked, { form, length }) => (length < least ? masked : masked.replaceAll(form, shown)), text);
  const longest = Math.max(0, ...forms.map(({ form }) => Buffer.byteLength(form)));
  const mask: Mask = {
    text: (text) => replace(text, 0),
    async *stream(source, least) {
      let held: Uint8Array = new Uint8Array(0);
      for await (const chunk of source) {
        const masked = mask.bytes(held.length > 0 ? Buffer.concat([held, chunk]) : chunk, least);
        // What may be the beginning of a secret waits for what follows.
        const end = Math.max(0, masked.length - longest + 1);
        held = masked.subarray(end);
        if (end > 0) yield masked.subarray(0, end);
      }
      if (held.length > 0) yield mask.bytes(held, least);
    },
    bytes(bytes, least) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (!forms.some(({ form, length }) => length >= least && buffer.includes(form))) return bytes;
      // One character a byte, so that all others stay what they are.
      return Buffer.from(
        forms.reduce(
          (masked, { form, length }) =>
            length < least ? masked : masked.replaceAll(Buffer.from(form).toString('latin1'), shown),
          buffer.toString('latin1'),
        ),
        'latin1',
      );
    },
  };
  return mask;
};
