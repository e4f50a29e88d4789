const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]';
const openAbove = '[aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** The canvases on the screen; the one that was used last at the end. */
const canvases: HTMLElement[] = [];

/** From here on keys that nothing else has the focus for are this canvas's, until another is used. */
export const takeKeys = (canvas: HTMLElement): void => {
  giveUpKeys(canvas);
  canvases.push(canvas);
};

export const giveUpKeys = (canvas: HTMLElement): void => {
  const index = canvases.indexOf(canvas);
  if (index >= 0) canvases.splice(index, 1);
};

/** Whether this is the canvas that was used last. */
const isForemost = (canvas: HTMLElement | null): boolean => canvases.at(-1) === (canvas ?? undefined);

/** Whether keys are text there. */
export const isField = (element: Element | null): boolean => element?.matches(fields) ?? false;

/** Whether keys are meant for the canvas: it or nothing has the focus, and no dialog is open over it. */
export const hasCanvasFocus = (canvas: HTMLElement | null): boolean => {
  const active = document.activeElement;
  if (document.querySelector('[aria-modal="true"]')) return false;
  if (!active || active === document.body) return isForemost(canvas);
  return (canvas?.contains(active) ?? false) && !isField(active) && !active.closest(openAbove);
};
