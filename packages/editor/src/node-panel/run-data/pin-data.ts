import { isItem, isObject, type JsonObject, type PinData } from '@millrace/contract';
import { t } from '../../messages/panel.ts';

/** Text for the editor: bare objects, since that is what people write. */
export const pinText = (entries: PinData[string]): string =>
  JSON.stringify(
    entries.map((entry) =>
      isItem(entry) && !Array.isArray(entry.json) && Object.keys(entry).length === 1 ? entry.json : entry,
    ),
    null,
    2,
  );

/** The data, or what is wrong with the text, to be read. */
type ParsedPin = { entries: PinData[string] } | { problem: string };

/** One object stands for one item. An entry that has `json` is an item, any other is the JSON of one. */
export const parsePin = (text: string): ParsedPin => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: t('panel.pin.notJson') };
  }
  const list = isObject(value) ? [value] : value;
  if (!Array.isArray(list)) return { problem: t('panel.pin.notList') };
  const wrong = list.findIndex((entry) => !isObject(entry));
  if (wrong >= 0) return { problem: t('panel.pin.notObject', { number: wrong }) };
  return { entries: list.map((entry) => (isItem(entry) ? entry : { json: entry }) as JsonObject) };
};
