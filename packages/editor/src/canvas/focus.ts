const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]';
const openAbove = '[aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Whether keys are meant for the canvas: it or nothing has the focus, and no dialog is open over it. */
export const hasCanvasFocus = (canvas: HTMLElement | null): boolean => {
  const active = document.activeElement;
  if (document.querySelector('[aria-modal="true"]')) return false;
  if (!active || active === document.body) return true;
  return (canvas?.contains(active) ?? false) && !active.matches(fields) && !active.closest(openAbove);
};
