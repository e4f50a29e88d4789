/** Characters that stay at the end. */
const kept = 4;

/** A long name with its middle left out: `limit` characters of it, the last four after the dots. */
export const shorten = (name: string, limit = 25): string =>
  name.length <= limit ? name : `${name.slice(0, limit - kept)}...${name.slice(-kept)}`;
