/** Of descriptions of node types and credential types: what people read of them. */
const shownFields = new Set([
  'displayName',
  'description',
  'hint',
  'placeholder',
  'action',
  'label',
  'tooltip',
  'buttonLabel',
  'multipleValueButtonText',
  'inputNames',
  'outputNames',
]);

type Change = (text: string) => string;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const changeShown = (field: unknown, change: Change): unknown => {
  if (Array.isArray(field)) return field.map((one) => changeShown(one, change));
  return typeof field === 'string' ? change(field) : changeWithin(field, change);
};

const changeWithin = (value: unknown, change: Change): unknown => {
  if (Array.isArray(value)) return value.map((one) => changeWithin(one, change));
  if (!isRecord(value)) return value;
  // Choices are shown by their name; all else has a name for itself and is shown by another.
  const isChoice = 'value' in value && 'name' in value && !('displayName' in value);
  const changeField = (key: string, field: unknown): unknown => {
    // The name that a node gets when it is added.
    if (key === 'defaults' && isRecord(field)) return { ...field, name: changeShown(field.name, change) };
    return shownFields.has(key) || (isChoice && key === 'name')
      ? changeShown(field, change)
      : changeWithin(field, change);
  };
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, changeField(key, field)]));
};

/** Descriptions of node types or credential types with each text that people read replaced. What workflows store stays. */
export const withShownTexts = <T>(types: T, change: (text: string) => string): T => changeWithin(types, change) as T;

/** All texts that people read of some descriptions, each once. */
export const shownTextsOf = (types: unknown): string[] => {
  const texts = new Set<string>();
  withShownTexts(types, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
};
