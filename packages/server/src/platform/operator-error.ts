/** Something that whoever operates the instance can put right. The message is all that they need to know. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
