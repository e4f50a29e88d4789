const fields = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), [contenteditable="true"]';

/** Puts the cursor where one sets the node up. On a screen without a keyboard of its own that would cover half of it. */
export const focusFirstField = (parameters: ParentNode | null): void => {
  const first = parameters?.querySelector<HTMLElement>(fields);
  if (!first || window.matchMedia?.('(hover: none)').matches) return;
  // Whatever else looks for a place for the focus of the dialog finds the same one.
  first.dataset.autofocus = 'true';
  first.focus({ preventScroll: true });
};
