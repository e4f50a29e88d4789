/** Replaces secrets by `***`, however they are written. */
export interface Mask {
  text(text: string): string;
  /** The same bytes where none is in there. @param least shorter secrets are left where they stand */
  bytes(bytes: Uint8Array, least: number): Uint8Array;
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
  return {
    text: (text) => replace(text, 0),
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
};
