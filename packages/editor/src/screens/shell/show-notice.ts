import { showToast } from '../../ui/toasts.ts';
import type { Notice } from '../../workflow/notices.ts';

/** What the document has to tell, as a toast. */
export const showNotice = ({ kind, title, open, actions = [], ...text }: Notice): void =>
  showToast(kind, title, { ...text, actions: open ? [open, ...actions] : actions });
