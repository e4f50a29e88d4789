import { type RefObject, useLayoutEffect, useState } from 'react';

interface RowWindow {
  start: number;
  end: number;
}

const overscan = 12;

export const windowOf = (scrollTop: number, height: number, rowHeight: number, count: number): RowWindow => ({
  start: Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - overscan)),
  end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan),
});

/** Which rows of one height are on screen in a scrolling element: only they need to be mounted. */
export const useWindow = (scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow => {
  const [shown, setShown] = useState<RowWindow>(() => windowOf(0, 800, rowHeight, count));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () =>
      setShown((before) => {
        const next = windowOf(element.scrollTop, element.clientHeight || 800, rowHeight, count);
        return before.start === next.start && before.end === next.end ? before : next;
      });
    update();
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller, count, rowHeight]);
  return shown;
};
