import { isObject, type ResourceLocatorValue } from '@millrace/contract';

/** A stored value as a locator: older workflows have bare text where one is now. */
export const asLocator = (value: unknown, firstMode: string): ResourceLocatorValue => {
  if (isObject(value)) {
    const { mode, value: held } = value;
    return {
      ...value,
      __rl: true,
      mode: typeof mode === 'string' && mode !== '' ? mode : firstMode,
      value: typeof held === 'string' || typeof held === 'number' ? held : '',
    };
  }
  return { __rl: true, mode: firstMode, value: typeof value === 'string' || typeof value === 'number' ? value : '' };
};

/** What changing the mode makes of a value: an id, or a link, that was chosen from a list is known. */
export const inMode = (locator: ResourceLocatorValue, mode: string): ResourceLocatorValue => {
  const { value, cachedResultUrl } = locator;
  const fromList = locator.mode === 'list' && value !== '' && value !== null;
  if (mode === 'url') return { __rl: true, mode, value: fromList ? (cachedResultUrl ?? '') : value };
  return { __rl: true, mode, value };
};
