/*
 * Texts by key, with places (`{{name}}`, or `{{name, number}}` for a number written as people read it) and plural forms (`key_one`, `key_other`,
 * chosen by the value `count`). The types read both from the texts, so a text that asks for a value is not used without it.
 */

type Texts = Readonly<Record<string, string>>;
type PluralForm = Intl.LDMLPluralRule;

type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key;
export type AnyKey<T> = WithoutForm<Extract<keyof T, string>>;

/** The text of a key, all of its forms. Asked for key by key: each asks for a few keys, not for all that there are. */
type TextOf<T, Key extends string> = T[keyof T & (Key | `${Key}_${PluralForm}`)];

type NameOf<Place extends string> = Place extends `${infer Name}, number` ? Name : Place;
type Places<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}` ? NameOf<Place> | Places<Rest> : never;
type IsPlural<T, Key extends string> = `${Key}_other` extends keyof T ? 'count' : never;

type NamesOf<T, Key extends string> = Places<TextOf<T, Key>> | IsPlural<T, Key>;

/** The values that `t` takes for a key: none, or an object of them all. */
export type ValuesOf<T, Key extends string> = [NamesOf<T, Key>] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<NamesOf<T, Key>, 'count'>, string | number>> & CountOf<NamesOf<T, Key>>];
type CountOf<Names> = 'count' extends Names ? { readonly count: number } : unknown;

/** Keys of which a text has places, or several forms. */
type KeyWithValues<T> = {
  [Key in keyof T]: T[Key] extends `${string}{{${string}`
    ? WithoutForm<Extract<Key, string>>
    : Key extends `${infer Base}_other`
      ? Base
      : never;
}[keyof T];

export type PlainKey<T> = Exclude<AnyKey<T>, KeyWithValues<T>>;

type Values = Readonly<Record<string, string | number>>;

/** @param first texts in English */
export const createCatalogue = (language: string, first: Texts) => {
  const texts = new Map(Object.entries(first));
  /** In the language; they come before those in English, whenever these are added. */
  const translated = new Map<string, string>();
  const find = (key: string): string | undefined => translated.get(key) ?? texts.get(key);
  // Made at their first use: making them takes longer than all texts of the first screen.
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const show = (value: string | number | undefined, format: string | undefined): string => {
    if (format !== 'number' || typeof value !== 'number') return String(value ?? '');
    numbers ??= new Intl.NumberFormat(language);
    return numbers.format(value);
  };
  const formOf = (key: string, count: string | number | undefined): string | undefined => {
    if (typeof count !== 'number') return undefined;
    plurals ??= new Intl.PluralRules(language);
    return find(`${key}_${plurals.select(count)}`);
  };
  return {
    add: (more: Texts): void => {
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
    translate: (all: Texts): void => {
      for (const [key, text] of Object.entries(all)) translated.set(key, text);
    },
    /** The key itself where there is no such text. */
    text: (key: string, values: Values = {}): string => {
      const text = formOf(key, values.count) ?? find(key) ?? key;
      return text.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, name: string, format?: string) =>
        show(Object.hasOwn(values, name) ? values[name] : undefined, format),
      );
    },
  };
};
