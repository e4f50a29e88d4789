/** Replaces secrets by `***`, however they are written. */
export interface Mask {
  text(text: string): string;
  /** The same bytes where none is in there. @param least shorter secrets are replaced only where they are all of a value */
  bytes(bytes: Uint8Array, least: number): Uint8Array;
  /** As `bytes`, for bytes that come piece by piece, cut anywhere. */
  stream(source: AsyncIterable<Uint8Array>, least: number): AsyncIterable<Uint8Array>;
}

interface Form {
  /** One character a byte, so that all other bytes stay what they are. */
  bytes: string;
  text: string;
  /** Characters of the secret. */
  length: number;
  /** Finds it where it is all of a value. */
  value: { anywhere: RegExp; atEnd: RegExp };
}

const shown = '***';
/** Shorter ones would tear holes into any text. */
const shortest = 4;
/** Shorter ones are words of any data, such as the `admin` of a role, even where they are all of a value. */
const shortestValue = 8;
/** Bytes around a value that say that it is one. */
const aroundValue = 5;

/** Base64 of less is part of any text. */
const shortestWithin = 8;

/** As it stands in base64 of a longer text, which begins so many bytes before it: a name in front of a password, as mail servers are told it. */
const withinBase64 = (secret: Buffer): string[] =>
  [0, 1, 2]
    .map((before) =>
      Buffer.concat([Buffer.alloc(before), secret])
        .toString('base64')
        .slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6)),
    )
    .filter((text) => text.length >= shortestWithin);

const writtenAs = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...withinBase64(bytes),
  ];
};

/** A text in JSON that is no key, one between tags, one of a form. */
const valuePattern = (form: string, end = ''): RegExp => {
  const exact = form.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
  return new RegExp(`(?<=")${exact}(?="\\s{0,2}[,\\]}])|(?<=>)${exact}(?=<)|(?<==)${exact}(?=&${end})`, 'g');
};

const formsOf = (secret: string): Form[] =>
  [...new Set(writtenAs(secret))].map((text) => {
    const bytes = Buffer.from(text).toString('latin1');
    return {
      text,
      bytes,
      length: secret.length,
      value: { anywhere: valuePattern(bytes), atEnd: valuePattern(bytes, '|$') },
    };
  });

/** @param secrets blanks around them do not count */
export const createMask = (secrets: Iterable<string>): Mask => {
  const forms = [...new Set([...secrets].map((secret) => secret.trim()).filter((secret) => secret.length >= shortest))]
    .flatMap(formsOf)
    // The longest first: a secret may be part of another's form.
    .sort((a, b) => b.text.length - a.text.length);
  const longest = Math.max(0, ...forms.map(({ bytes }) => bytes.length));

  /** @param part whether the bytes are the beginning and the end of all */
  const replace = (bytes: Uint8Array, least: number, part: { isFirst: boolean; isLast: boolean }): Uint8Array => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const relevant = forms.filter(
      ({ text, length }) => length >= Math.min(least, shortestValue) && buffer.includes(text),
    );
    if (relevant.length === 0) return bytes;
    const isAll = part.isFirst && part.isLast;
    const masked = relevant.reduce((all, form) => {
      if (form.length >= least) return all.replaceAll(form.bytes, shown);
      if (isAll && [form.bytes, `"${form.bytes}"`].includes(all.trim())) return all.replace(form.bytes, shown);
      return all.replace(part.isLast ? form.value.atEnd : form.value.anywhere, shown);
    }, buffer.toString('latin1'));
    return Buffer.from(masked, 'latin1');
  };

  return {
    text: (text) => forms.reduce((masked, form) => masked.replaceAll(form.text, shown), text),
    bytes: (bytes, least) => replace(bytes, least, { isFirst: true, isLast: true }),
    async *stream(source, least) {
      let held: Uint8Array = new Uint8Array(0);
      let isFirst = true;
      for await (const chunk of source) {
        const masked = replace(held.length > 0 ? Buffer.concat([held, chunk]) : chunk, least, {
          isFirst,
          isLast: false,
        });
        // What may be the beginning of a secret waits for what follows.
        const end = Math.max(0, masked.length - longest - aroundValue);
        held = masked.subarray(end);
        if (end === 0) continue;
        isFirst = false;
        yield masked.subarray(0, end);
      }
      if (held.length > 0) yield replace(held, least, { isFirst, isLast: true });
    },
  };
};
