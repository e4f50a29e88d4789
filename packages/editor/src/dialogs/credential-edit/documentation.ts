/** Where the text about a type is; a name alone is one below the documentation, which this instance does not have. */
export const documentationAddress = (address: string | undefined): string | undefined => {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined;
};
