import { host } from './host.ts';

/** `URL` and `URLSearchParams`, of which the process around the isolate does the reading. */

const parts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
type UrlParts = Record<(typeof parts)[number], string>;
type Pair = [string, string];

const parseUrl = (text: string, base?: string): UrlParts | null =>
  host().native('parseUrl', base === undefined ? [text] : [text, base]) as UrlParts | null;

const parseQuery = (text: string): Pair[] => host().native('parseQuery', [text]) as Pair[];

const toPairs = (init: unknown): Pair[] => {
  if (init === undefined || init === null) return [];
  if (typeof init !== 'object') return parseQuery(String(init));
  const entries = Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init);
  return entries.map(([name, value]) => [String(name), String(value)]);
};

export class IsolateUrlSearchParams {
  #pairs: Pair[];
  #changed: ((text: string) => void) | undefined;

  constructor(init?: unknown, changed?: (text: string) => void) {
    this.#pairs = toPairs(init);
    this.#changed = changed;
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    this.#set([...this.#pairs, [String(name), String(value)]]);
  }

  delete(name: unknown, value?: unknown): void {
    const isMeant = (pair: Pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value));
    this.#set(this.#pairs.filter((pair) => !isMeant(pair)));
  }

  get(name: unknown): string | null {
    return this.#pairs.find(([key]) => key === String(name))?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter(([key]) => key === String(name)).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(([key, found]) => key === String(name) && (value === undefined || found === String(value)));
  }

  set(name: unknown, value: unknown): void {
    const key = String(name);
    const first = this.#pairs.findIndex(([one]) => one === key);
    const changed = this.#pairs.map((pair, index): Pair => (index === first ? [key, String(value)] : pair));
    if (first === -1) changed.push([key, String(value)]);
    this.#set(changed.filter(([one], index) => one !== key || index === first || first === -1));
  }

  sort(): void {
    this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  forEach(work: (value: string, name: string, params: this) => void): void {
    for (const [name, value] of this.#pairs) work(value, name, this);
  }

  entries(): IterableIterator<Pair> {
    return this.#pairs.map(([name, value]): Pair => [name, value]).values();
  }

  keys(): IterableIterator<string> {
    return this.#pairs.map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values();
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return host().native('formatQuery', [this.#pairs]) as string;
  }

  #set(pairs: Pair[]): void {
    this.#pairs = pairs;
    this.#changed?.(this.toString());
  }
}

export class IsolateUrl {
  #parts: UrlParts;

  constructor(text: unknown, base?: unknown) {
    const read = parseUrl(String(text), base === undefined ? undefined : String(base));
    if (!read) throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: String(text) });
    this.#parts = read;
  }

  static canParse(text: unknown, base?: unknown): boolean {
    return parseUrl(String(text), base === undefined ? undefined : String(base)) !== null;
  }

  static parse(text: unknown, base?: unknown): IsolateUrl | null {
    return IsolateUrl.canParse(text, base) ? new IsolateUrl(text, base) : null;
  }

  /** Reads and writes one part; added as properties below. */
  static part(url: IsolateUrl, name: keyof UrlParts, value?: string): string {
    if (value === undefined) return url.#parts[name];
    const changed = host().native('changeUrl', [url.#parts.href, name, value]) as UrlParts | null;
    if (!changed) throw new TypeError('Invalid URL');
    url.#parts = changed;
    return value;
  }

  get searchParams(): IsolateUrlSearchParams {
    return new IsolateUrlSearchParams(this.#parts.search, (text) => void IsolateUrl.part(this, 'search', text));
  }

  toString(): string {
    return this.#parts.href;
  }

  toJSON(): string {
    return this.#parts.href;
  }
}

for (const name of parts)
  Object.defineProperty(IsolateUrl.prototype, name, {
    get(this: IsolateUrl) {
      return IsolateUrl.part(this, name);
    },
    set(this: IsolateUrl, value: unknown) {
      if (name !== 'origin') IsolateUrl.part(this, name, String(value));
    },
    enumerable: true,
    configurable: true,
  });
// What is called by these names in messages and by `instanceof`.
Object.defineProperty(IsolateUrl, 'name', { value: 'URL' });
Object.defineProperty(IsolateUrlSearchParams, 'name', { value: 'URLSearchParams' });
