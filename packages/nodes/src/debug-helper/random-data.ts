import type { Json, JsonObject } from '@millrace/contract/data';

/** Made-up data of the usual kinds, the same for the same row of random numbers. */
export interface RandomKinds {
  alphabet: string;
  length: number;
}

const firstNames = [
  'Ada',
  'Bruno',
  'Chloe',
  'Dario',
  'Elif',
  'Farid',
  'Greta',
  'Hiro',
  'Ines',
  'Jonas',
  'Kaya',
  'Luis',
];
const lastNames = [
  'Abel',
  'Bianchi',
  'Castro',
  'Dahl',
  'Endo',
  'Fischer',
  'Garcia',
  'Haas',
  'Ivanov',
  'Jansen',
  'Klein',
];
const streets = ['Mill Lane', 'Station Road', 'Harbour Street', 'Garden Walk', 'Bridge Street', 'Hill Road'];
const cities = ['Bern', 'Porto', 'Leeds', 'Turku', 'Graz', 'Lyon', 'Gdansk', 'Bruges'];
const countries = ['Switzerland', 'Portugal', 'United Kingdom', 'Finland', 'Austria', 'France', 'Poland', 'Belgium'];
const hosts = ['example.com', 'example.org', 'example.net'];

const hex = '0123456789abcdef';

export class RandomData {
  readonly #random: () => number;

  /** @param random 0 ≤ x < 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #text(alphabet: string, length: number): string {
    const letters = [...alphabet];
    return Array.from({ length }, () => (letters.length === 0 ? '' : this.#pick(letters))).join('');
  }

  address(): JsonObject {
    const place = this.#below(cities.length);
    return {
      streetAddress: `${this.#below(200) + 1} ${this.#pick(streets)}`,
      cityName: cities[place] as string,
      zipCode: this.#text('0123456789', 5),
      state: cities[place] as string,
      country: countries[place] as string,
    };
  }

  latLong(): JsonObject {
    const degrees = (range: number) => Math.round((this.#random() * 2 - 1) * range * 1e4) / 1e4;
    return { latLong: `${degrees(90)}, ${degrees(180)}` };
  }

  /** With a check digit that is right, of a range that nobody has. */
  creditCard(): JsonObject {
    const digits = [...`9${this.#text('0123456789', 14)}`].map(Number);
    const sum = digits.reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return {
      type: 'TEST',
      number: [...digits, (10 - (sum % 10)) % 10].join(''),
      ccv: this.#text('0123456789', 3),
      exp: `${String(this.#below(12) + 1).padStart(2, '0')}/${30 + this.#below(10)}`,
      holder_name: `${this.#pick(firstNames)} ${this.#pick(lastNames)}`,
    };
  }

  email(): JsonObject {
    const name = `${this.#pick(firstNames)}.${this.#pick(lastNames)}`.toLowerCase();
    return { email: `${name}${this.#below(100)}@${this.#pick(hosts)}`, confirmed: this.#random() < 0.5 };
  }

  /** Of the range that is kept for documentation. */
  ipv4(): JsonObject {
    return { ip: `${this.#pick(['192.0.2', '198.51.100', '203.0.113'])}.${this.#below(256)}` };
  }

  ipv6(): JsonObject {
    return { ipv6: `2001:db8:${Array.from({ length: 6 }, () => this.#text(hex, 4)).join(':')}` };
  }

  macAddress(): JsonObject {
    return { mac: `02:${Array.from({ length: 5 }, () => this.#text(hex, 2)).join(':')}` };
  }

  nanoid({ alphabet, length }: RandomKinds): JsonObject {
    return { nanoId: this.#text(alphabet, length) };
  }

  url(): JsonObject {
    return { url: `https://${this.#text('abcdefghijklmnopqrstuvwxyz', 8)}.${this.#pick(hosts)}/` };
  }

  user(): JsonObject {
    const [first, last] = [this.#pick(firstNames), this.#pick(lastNames)];
    return {
      uid: this.#uuid(),
      email: `${first}.${last}@${this.#pick(hosts)}`.toLowerCase(),
      firstname: first,
      lastname: last,
      password: this.#text('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', 14),
    };
  }

  #uuid(): string {
    const text = this.#text(hex, 30);
    const variant = this.#pick(['8', '9', 'a', 'b']);
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(12, 15)}-${variant}${text.slice(15, 18)}-${text.slice(18)}`;
  }

  uuid(): JsonObject {
    return { uuid: this.#uuid() };
  }

  semver(): JsonObject {
    return { version: [0, 0, 0].map((): Json => this.#below(20)).join('.') };
  }
}

/** A row of numbers for a text, the same each time. */
export const randomOf = (seed: string): (() => number) => {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
