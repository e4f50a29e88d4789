import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Pixels: the width of a card, and how near to an end counts as there. */
export const cardWidth = 240;
const tolerance = 7;

/** Moves a row of cards by two at a time. @param count cards that there are, by which the room changes */
export const useCarousel = (row: RefObject<HTMLElement | null>, count: number) => {
  const [ways, setWays] = useState({ back: false, on: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: with other cards there is another width
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const back = scrollLeft > tolerance;
      const on = scrollLeft + clientWidth < scrollWidth - tolerance;
      setWays((now) => (now.back === back && now.on === on ? now : { back, on }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [row, count]);

  const move = useCallback(
    (direction: 1 | -1) => {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      row.current?.scrollBy({ left: direction * 2 * cardWidth, behavior: isCalm ? 'auto' : 'smooth' });
    },
    [row],
  );
  return { ...ways, move };
};
