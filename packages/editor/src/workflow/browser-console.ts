/** Shows a line of a node that runs, such as what its code writes to the console, in that of the browser. */
export const showInConsole = (source: string, values: readonly unknown[]): void => {
  // biome-ignore lint/suspicious/noConsole: it is what people write these lines for
  console.log(`[${source}]`, ...values);
};
