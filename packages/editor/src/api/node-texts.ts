import { language } from '../messages/language.ts';
import { client } from './client.ts';
import { queryClient } from './queries.ts';

/** Of descriptions of node types and credential types: what people read of them. */
const shownFields = new Set([
  'displayName',
  'description',
  'hint',
  'placeholder',
  'action',
  'subtitle',
  'label',
  'tooltip',
  'buttonLabel',
  'multipleValueButtonText',
  'inputNames',
  'outputNames',
]);

type Texts = Readonly<Record<string, string>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const translated = (value: unknown, texts: Texts): unknown => {
  if (Array.isArray(value)) return value.map((one) => translated(one, texts));
  if (!isObject(value)) return value;
  // Choices are shown by their name; all else has a name for itself and is shown by another.
  const isChoice = 'value' in value && 'name' in value && !('displayName' in value);
  const translate = (key: string, field: unknown): unknown => {
    // The name that a node gets when it is added.
    if (key === 'defaults' && isObject(field)) return { ...field, name: shown(field.name, texts) };
    return shownFields.has(key) || (isChoice && key === 'name') ? shown(field, texts) : translated(field, texts);
  };
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, translate(key, field)]));
};

const shown = (field: unknown, texts: Texts): unknown => {
  if (Array.isArray(field)) return field.map((one) => shown(one, texts));
  if (typeof field !== 'string') return translated(field, texts);
  return Object.hasOwn(texts, field) ? texts[field] : field;
};

/** @param texts by the English one */
export const withTexts = <T>(types: T, texts: Texts): T => translated(types, texts) as T;

/** Descriptions of types with their texts in the language of this page. What cannot be translated stays in English. */
export const inOwnLanguage = async <T>(types: T): Promise<T> => {
  if (language === 'en') return types;
  const texts = await queryClient
    .ensureQueryData({
      queryKey: ['node-texts', language],
      queryFn: () => client.nodeTypes.texts({ query: { language } }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    .catch((): Texts => ({}));
  return withTexts(types, texts);
};
