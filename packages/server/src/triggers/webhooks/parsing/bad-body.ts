/** A body, or a query, that is not what it says it is. The message is for its sender. It needs no other module: the process that reads bodies starts quickly. */
export class BadBodyError extends Error {
  override name = 'BadBodyError';
  /** What of it is wrong. */
  readonly error: 'webhookBadBody' | 'bodyTooLarge';

  constructor(message: string, error: BadBodyError['error'] = 'webhookBadBody') {
    super(message);
    this.error = error;
  }
}
