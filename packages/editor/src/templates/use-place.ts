import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** How long after its results are gone, or others have come, the page shows its beginning, in milliseconds. */
const scrollToTopDelays = { emptied: 50, filled: 100 };

/** How far was scrolled, by the entry of the history. */
const places = new Map<string, number>();

const entry = (): string => (window.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? '';

/**
 * Where the page is scrolled to: where it was left, for who comes back; at the top for another search.
 * @param key of what is searched for
 * @param isEmpty nothing of it is there
 */
export const usePlace = (page: RefObject<HTMLElement | null>, key: string, isEmpty: boolean): void => {
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return;
    element.scrollTop = places.get(entry()) ?? 0;
    const keep = () => places.set(entry(), element.scrollTop);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [page]);

  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    const timer = setTimeout(
      () => {
        if (!isEmpty) shown.current = key;
        page.current?.scrollTo({ top: 0 });
      },
      isEmpty ? scrollToTopDelays.emptied : scrollToTopDelays.filled,
    );
    return () => clearTimeout(timer);
  }, [page, key, isEmpty]);
};
