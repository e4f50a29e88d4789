import { useSyncExternalStore } from 'react';

/** Widths of the window, in pixels, from which a header has room for names of so many characters. */
const steps = [
  { from: 992, limit: 50 },
  { from: 768, limit: 25 },
] as const;
const least = 15;

const queries = () => steps.map(({ from, limit }) => ({ limit, query: matchMedia(`(min-width: ${from}px)`) }));

const subscribe = (listen: () => void): (() => void) => {
  const watched = queries();
  for (const { query } of watched) query.addEventListener('change', listen);
  return () => {
    for (const { query } of watched) query.removeEventListener('change', listen);
  };
};

const limitNow = (): number => queries().find(({ query }) => query.matches)?.limit ?? least;

/** How many characters of a name the header shows. */
export const useNameLimit = (): number => useSyncExternalStore(subscribe, limitNow);
