const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** `mod+shift+z` as the person's keyboard has it: `Ctrl+Shift+Z`, or `⇧⌘Z` on a Mac; `mod+Enter` is `Ctrl+Enter`. */
export const shortcutText = (keys: string): string => {
  const parts = keys.split('+');
  const name = parts.at(-1) ?? '';
  const key = name.length === 1 ? name.toUpperCase() : name;
  const has = (name: string) => parts.includes(name);
  if (isMac) return `${has('alt') ? '⌥' : ''}${has('shift') ? '⇧' : ''}${has('mod') ? '⌘' : ''}${key}`;
  return [has('mod') && 'Ctrl', has('alt') && 'Alt', has('shift') && 'Shift', key].filter(Boolean).join('+');
};

/** The main modifier: Command on a Mac, Control elsewhere. */
export const hasMod = (event: { ctrlKey: boolean; metaKey: boolean }): boolean =>
  isMac ? event.metaKey : event.ctrlKey;

/** Whether a key press is `mod+alt+n` and the like: a letter with exactly these modifiers, wherever the layout puts its sign. */
export const isShortcut = (event: KeyboardEvent, keys: string): boolean => {
  const parts = keys.split('+');
  const letter = (parts.at(-1) ?? '').toUpperCase();
  return (
    event.code === `Key${letter}` &&
    hasMod(event) === parts.includes('mod') &&
    event.altKey === parts.includes('alt') &&
    event.shiftKey === parts.includes('shift')
  );
};
