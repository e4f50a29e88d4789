import { etagOf } from './etag.ts';

/**
 * JSON that is sent as it is stored. Run data can be a hundred megabytes; to parse it only to write it out again would hold up
 * everyone else who is served by this process.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  parse(): unknown {
    return JSON.parse(this.text);
  }
}

/** JSON that stays the same while the process runs: a client that has it is told so instead of getting it again. */
export class StableJson extends JsonText {
  readonly etag: string;

  constructor(text: string) {
    super(text);
    this.etag = etagOf(text);
  }
}

/** JSON that is sent in pieces as they come: for what is too large to be held. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }

  async toText(): Promise<JsonText> {
    const parts: string[] = [];
    for await (const piece of this.pieces) parts.push(piece);
    return new JsonText(parts.join(''));
  }
}

/**
 * Adds members at the end of an object that is JSON text.
 *
 * @param members such as `"data":[1]`
 */
export const withMembers = (object: string, members: readonly string[]): string => {
  if (members.length === 0) return object;
  const inner = object.slice(object.indexOf('{') + 1, object.lastIndexOf('}')).trim();
  return `{${[...(inner === '' ? [] : [inner]), ...members].join(',')}}`;
};

/** A text among them would be written as an object. */
type Plain<Members> = { [Name in keyof Members]: Members[Name] extends JsonText ? never : Members[Name] };

/** An object of plain members, followed by those that are JSON text already. Those that are undefined are left out. */
export const objectText = <Members extends object>(
  plain: Members & Plain<Members>,
  texts: Readonly<Record<string, JsonText | undefined>> = {},
): JsonText => {
  const json = JSON.stringify(plain);
  let added = '';
  for (const name in texts) {
    const value = texts[name];
    if (value) added += `${added && ','}${member(name, value.text)}`;
  }
  return new JsonText(added === '' ? json : `${json.slice(0, -1)}${json === '{}' ? '' : ','}${added}}`);
};

export const member = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`;
