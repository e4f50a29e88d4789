/** Where a browser has no idle callbacks: long after the first screen is there, and before anybody has found a second one. */
const instead = 1000;

const onIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, instead);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
};

/**
 * Fetches parts of the editor ahead of their use, one after the other, each when the page has nothing else to do. Failures say nothing: whoever
 * needs the part asks for it again. Returns the end of it.
 */
export const whenIdle = (loads: readonly (() => Promise<unknown>)[]): (() => void) => {
  let cancel = () => {};
  let isOver = false;
  const next = (index: number): void => {
    const load = loads[index];
    if (!load || isOver) return;
    const goOn = () => next(index + 1);
    cancel = onIdle(() => void load().then(goOn, goOn));
  };
  next(0);
  return () => {
    isOver = true;
    cancel();
  };
};
