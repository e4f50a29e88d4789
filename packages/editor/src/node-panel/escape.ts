/**
 * Whether an Escape key is meant for what has the focus: an open list or menu, or a code editor that has already taken it. Otherwise it
 * closes the dialog that it reaches.
 */
export const isTakenEscape = (event: { target: EventTarget; defaultPrevented: boolean }): boolean =>
  event.defaultPrevented || (event.target instanceof Element && event.target.closest(openPopup) !== null);

/** Out of a field, and to the dialog around it, which the next Escape closes. @returns whether there is one */
export const leaveField = (field: Element): boolean => {
  const dialog = field.closest<HTMLElement>('[role="dialog"]');
  dialog?.focus();
  return dialog !== null;
};

/** A field whose list is open, the button of an open menu, or a place within either. */
const openPopup = '[data-expanded], [aria-haspopup][aria-expanded="true"], [role="menu"], [role="listbox"]';
