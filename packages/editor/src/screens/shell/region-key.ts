import { useEffect } from 'react';
import { hasOpenDialog } from '../../dialogs/stack.ts';
import { isShortcut } from '../../ui/shortcuts.ts';

/** The parts of a screen, in their order; what stands within another is reached from there. */
const regions = 'nav[aria-label], main header, main section[aria-label], main aside';
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

const entryOf = (region: Element): HTMLElement | null =>
  region.querySelector<HTMLElement>('.react-flow__node.selected') ?? region.querySelector<HTMLElement>(focusable);

const leadOn = (step: 1 | -1): void => {
  const entries = [...document.querySelectorAll(regions)].flatMap((region) => {
    if (region.parentElement?.closest(regions)) return [];
    const entry = entryOf(region);
    return entry ? [{ region, entry }] : [];
  });
  const at = entries.findIndex(({ region }) => region.contains(document.activeElement));
  const next = at < 0 && step < 0 ? entries.at(-1) : entries[(at + step + entries.length) % entries.length];
  next?.entry.focus({ preventScroll: true });
};

/** The canvas takes Tab for its own: F6 leads from each part of the screen to the next one, and with Shift back. */
export const useRegionKey = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isBack = isShortcut(event, 'shift+F6');
      if ((!isBack && !isShortcut(event, 'F6')) || hasOpenDialog()) return;
      event.preventDefault();
      leadOn(isBack ? -1 : 1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
