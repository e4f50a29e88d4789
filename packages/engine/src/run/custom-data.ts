import type { CustomExecutionData } from '../node-api/context.ts';
import { NodeError } from '../node-api/errors.ts';

/** Values by which people find an execution again, such as an order number. Few and short: they are shown in lists and searched. */

const maxValues = 10;
const maxKeyLength = 50;
const maxValueLength = 512;

const checkKey = (key: string): void => {
  if (typeof key === 'string' && key.length <= maxKeyLength && /^[A-Za-z0-9_]+$/.test(key)) return;
  throw new NodeError(`"${key}" cannot be the name of a custom execution value`, {
    description: `Use 1 to ${maxKeyLength} letters, digits and underscores.`,
  });
};

const toText = (key: string, value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new NodeError(`The custom execution value "${key}" must be a text, a number or true or false`);
  }
  const text = String(value);
  if (text.length <= maxValueLength) return text;
  throw new NodeError(
    `The custom execution value "${key}" has ${text.length} characters, ${maxValueLength} are allowed`,
  );
};

export class CustomData implements CustomExecutionData {
  readonly #values: Map<string, string>;

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(values));
  }

  get(key: string): string | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: unknown): void {
    this.setAll({ [key]: value });
  }

  getAll(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }

  /** All or, where one does not fit, none. */
  setAll(values: Readonly<Record<string, unknown>>): void {
    const texts = Object.entries(values).map(([key, value]): [string, string] => {
      checkKey(key);
      return [key, toText(key, value)];
    });
    const names = new Set([...this.#values.keys(), ...texts.map(([key]) => key)]);
    if (names.size > maxValues) {
      const last = texts.findLast(([key]) => !this.#values.has(key))?.[0];
      throw new NodeError(`There is no room for the custom execution value "${last}": ${maxValues} are allowed`);
    }
    for (const [key, text] of texts) this.#values.set(key, text);
  }

  /** All values; undefined while there are none. */
  values(): Record<string, string> | undefined {
    return this.#values.size > 0 ? this.getAll() : undefined;
  }
}
