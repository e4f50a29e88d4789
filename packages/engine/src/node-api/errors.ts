/** A failure that a node reports: data for the run, shown to the user. */
export class NodeError extends Error {
  override name = 'NodeError';
  readonly description?: string;
  readonly itemIndex?: number;
  readonly httpCode?: string;
  readonly context?: Record<string, unknown>;

  constructor(
    message: string,
    details: {
      description?: string;
      itemIndex?: number;
      httpCode?: string;
      cause?: unknown;
      context?: Record<string, unknown>;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.description = details.description;
    this.itemIndex = details.itemIndex;
    this.httpCode = details.httpCode;
    this.context = details.context;
  }
}
