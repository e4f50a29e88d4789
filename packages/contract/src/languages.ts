/** The languages that the product has texts in, by their tags. English is the one that texts are written in. */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

export const isLanguage = (tag: unknown): tag is Language => languages.some((language) => language === tag);
