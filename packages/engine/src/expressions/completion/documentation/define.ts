/** What a person is told of a function, a variable or a property. */
export interface Documentation {
  name: string;
  /** With parameters and the type of the result: `padStart(length, fill?): string`. */
  signature: string;
  description: string;
  /** Code that shows it, and the JSON of what it gives; checked by a test. */
  example?: string;
  result?: string;
  isFunction: boolean;
  takesArguments: boolean;
}

export type DocumentationTable = ReadonlyMap<string, Documentation>;

/** Reads lines of `signature | description | example | result`; the last two may be left out. */
export function defineDocumentation(lines: string, inherited?: DocumentationTable): DocumentationTable {
  const entries = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): [string, Documentation] => {
      const [signature = '', description = '', example, result] = line.split(' | ').map((part) => part.trim());
      const name = /^[\w$]+/.exec(signature)?.[0] ?? signature;
      const isFunction = signature.startsWith(`${name}(`);
      return [
        name,
        {
          name,
          signature,
          description,
          ...(example ? { example } : {}),
          ...(result ? { result } : {}),
          isFunction,
          takesArguments: isFunction && !signature.startsWith(`${name}()`),
        },
      ];
    });
  return new Map([...(inherited ?? []), ...entries]);
}
