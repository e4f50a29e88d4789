import { type RefObject, useEffect } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

const openDialogs = '[role="dialog"][aria-modal="true"]';

const isDisabled = (element: Element): boolean => 'disabled' in element && element.disabled === true;

/** Where an element stood in each of its ancestors, from the inside. */
type Trail = readonly { parent: Element; index: number }[];

const trailOf = (element: Element, root: Element): Trail => {
  const trail: { parent: Element; index: number }[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    trail.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return trail;
};

const firstWithin = (element: Element | undefined): HTMLElement | null | undefined =>
  element?.matches(focusable) ? (element as HTMLElement) : element?.querySelector<HTMLElement>(focusable);

/** What has taken the place of something that is gone: in its row, its list, its dialog. */
const successor = (trail: Trail, root: Element): HTMLElement | undefined => {
  for (const { parent, index } of trail) {
    if (!parent.isConnected || !root.contains(parent)) continue;
    const { children } = parent;
    const found = firstWithin(children[Math.min(index, children.length - 1)]) ?? firstWithin(parent);
    if (found) return found;
  }
  return undefined;
};

/**
 * Keeps the focus where a person works, when what had it is removed or switched off: browsers let it fall to the page, and with it the keys
 * of the dialog. It goes to what stands there instead; to the dialog itself while a button is busy, and back when that is done.
 *
 * @param rootOf where the focus belongs now, if anywhere
 * @returns ends it
 */
export const keepFocus = (rootOf: () => HTMLElement | null): (() => void) => {
  let last: HTMLElement | undefined;
  let trail: Trail = [];
  let frame = 0;

  const remember = ({ target }: FocusEvent) => {
    const root = rootOf();
    if (!(target instanceof HTMLElement) || target === root || !root?.contains(target)) return;
    last = target;
    trail = trailOf(target, root);
  };
  /** Who clicks on nothing wants the focus nowhere. What is clicked while the focus belongs elsewhere, such as in a dialog, says nothing of it. */
  const forget = ({ target }: Event) => {
    const isNothing = target instanceof Element && !target.closest(`${focusable}, label, [role="option"]`);
    if (isNothing && rootOf()) last = undefined;
  };
  const restore = () => {
    const root = rootOf();
    const active = document.activeElement;
    const isLost = active === null || active === document.body || active === root || isDisabled(active);
    if (!isLost || !root || !last) return;
    if (last.isConnected && root.contains(last)) {
      if (!isDisabled(last)) last.focus();
      else if (active !== root) root.focus();
      return;
    }
    const next = successor(trail, root) ?? root;
    if (next !== active) next.focus();
  };
  // After whatever else gives the focus back has done so.
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  });
  if (document.activeElement) remember({ target: document.activeElement } as unknown as FocusEvent);
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, { capture: true });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, { capture: true });
  };
};

/** Within the dialog on top. @param isTop whether the one that calls this is */
export const useFocusInDialogs = (isTop: boolean): void => {
  useEffect(() => {
    if (!isTop) return undefined;
    return keepFocus(() => [...document.querySelectorAll<HTMLElement>(openDialogs)].at(-1) ?? null);
  }, [isTop]);
};

/** Within a part of the page, while no dialog is open. */
export const useFocusWithin = (part: RefObject<HTMLElement | null>): void => {
  useEffect(() => keepFocus(() => (document.querySelector(openDialogs) ? null : part.current)), [part]);
};
