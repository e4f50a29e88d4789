/**
 * Collects the messages of one turn and sends them as one list. Everything that the turn's promises still add travels in
 * the same list, since a tick comes after them.
 */
export const createOutbox = <M>(send: (messages: M[]) => void): ((message: M) => void) => {
  let waiting: M[] = [];
  const flush = () => {
    const messages = waiting;
    waiting = [];
    send(messages);
  };
  return (message) => {
    if (waiting.push(message) === 1) process.nextTick(flush);
  };
};
