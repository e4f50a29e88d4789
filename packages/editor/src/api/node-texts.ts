import { withShownTexts } from '@millrace/contract';
import { language } from '../messages/language.ts';
import { client } from './client.ts';
import { queryClient } from './queries.ts';

type Texts = Readonly<Record<string, string>>;

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
  return withShownTexts(types, (text) => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text));
};
