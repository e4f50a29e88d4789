import { type RefObject, useEffect, useRef } from 'react';

/** Before the end of what is there is seen, in pixels. */
const ahead = '600px';

/** Calls `load` when the end of a list comes near, and again as long as it stays near. */
export const useMore = (end: RefObject<HTMLElement | null>, isWanted: boolean, load: () => void): void => {
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const element = end.current;
    if (!isWanted || !element) return;
    // The part that is scrolled lies between the window and the list: margins count from it.
    const root = element.closest('[data-scrolls]');
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { root, rootMargin: ahead },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [end, isWanted]);
};
