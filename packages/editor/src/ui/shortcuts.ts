import { language } from '../messages/language.ts';

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** As they stand on the keys. */
const names =
  language === 'de'
    ? { mod: 'Strg', alt: 'Alt', shift: 'Umschalt', Delete: 'Entf' }
    : { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', Delete: 'Del' };

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: names.Delete,
  Escape: 'Esc',
  Plus: '+',
  '-': '−',
};

/** `mod+shift+z` as the person's keyboard has it: `Ctrl+Shift+Z`, or `⇧⌘Z` on a Mac; `mod+Enter` is `Ctrl+Enter`. */
export const shortcutText = (keys: string): string => {
  const parts = keys.split('+');
  const name = parts.at(-1) ?? '';
  const key = signs[name] ?? (name.length === 1 ? name.toUpperCase() : name);
  const has = (name: string) => parts.includes(name);
  if (isMac) return `${has('alt') ? '⌥' : ''}${has('shift') ? '⇧' : ''}${has('mod') ? '⌘' : ''}${key}`;
  return [has('mod') && names.mod, has('alt') && names.alt, has('shift') && names.shift, key].filter(Boolean).join('+');
};

/** The main modifier: Command on a Mac, Control elsewhere. */
export const hasMod = (event: { ctrlKey: boolean; metaKey: boolean }): boolean =>
  isMac ? event.metaKey : event.ctrlKey;

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * The keys of a press as shortcuts are written: `mod+shift+z`, `alt+x`, `Tab`, `?`, `Plus`. Empty where the modifier is held that is the other
 * system's main one.
 */
export const keysOf = (press: KeyPress, mac = isMac): string => {
  if (mac ? press.ctrlKey : press.metaKey) return '';
  const key = keyName(press);
  // A sign such as ? says by itself that Shift is held.
  const isSign = key.length === 1 && !/[a-z]/.test(key);
  const modifiers = [
    (mac ? press.metaKey : press.ctrlKey) && 'mod',
    press.altKey && 'alt',
    press.shiftKey && !isSign && key !== 'Plus' && 'shift',
  ];
  return [...modifiers.filter(Boolean), key].join('+');
};

/** The letter of the key where the layout has no Latin ones, and with Alt, which makes a Mac give the sign that the key types. */
const keyName = ({ key, code, altKey }: KeyPress): string => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (letter !== undefined && (altKey || !/^[ -~]/.test(key))) return letter;
  if (key === '+') return 'Plus';
  return key.length === 1 ? key.toLowerCase() : key;
};

/** Whether a key press is `mod+alt+n` and the like: with exactly these modifiers. */
export const isShortcut = (event: KeyPress, keys: string): boolean => keysOf(event) === keys;
