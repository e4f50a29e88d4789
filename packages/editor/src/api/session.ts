const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Names this page to the server, which sends a run's messages to the session that started it. New on each load. */
export const sessionId: string = [...crypto.getRandomValues(new Uint8Array(11))]
  .map((byte) => letters[byte % letters.length])
  .join('');
