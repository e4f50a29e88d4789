/** Of the events that wait for the first of them to be sent. */
const pause = 5000;
/** What the instance takes at once. */
const mostAtOnce = 100;

const waiting: object[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;

const flush = (url: string): void => {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting.splice(0, mostAtOnce);
  if (events.length === 0) return;
  // What is lost is lost: it is told of no one, and no one waits for it.
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
    // Also when the page is being left.
    keepalive: true,
  }).catch(() => {});
};

/** @param url of the instance, which passes events on */
export const send = (url: string, event: object): void => {
  waiting.push(event);
  if (!isWatching) addEventListener('pagehide', () => flush(url));
  isWatching = true;
  if (waiting.length >= mostAtOnce) flush(url);
  else timer ??= setTimeout(() => flush(url), pause);
};
