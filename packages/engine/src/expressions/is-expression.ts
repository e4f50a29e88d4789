/** True if the value is a text that is to be evaluated: its first character is `=`. */
export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.charCodeAt(0) === 61;
