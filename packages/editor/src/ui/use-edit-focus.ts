import { type RefCallback, useCallback, useRef } from 'react';

/** For a text that becomes a field: whoever leaves the field by a key stands on the text again, and not before the whole page. */
export const useEditFocus = (): { leaveByKey: () => void; text: RefCallback<HTMLElement> } => {
  const isLeft = useRef(false);
  const text = useCallback((element: HTMLElement | null) => {
    if (!element || !isLeft.current) return;
    isLeft.current = false;
    element.focus({ preventScroll: true });
  }, []);
  const leaveByKey = useCallback(() => {
    isLeft.current = true;
  }, []);
  return { leaveByKey, text };
};
