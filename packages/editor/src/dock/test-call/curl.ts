import type { AwaitedCall } from '../../workflow/types.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command for a shell that makes the call; one that sends a body gets an example of it. */
export const curlOf = ({ method, address }: Pick<AwaitedCall, 'method' | 'address'>): string => {
  if (method === 'GET') return `curl ${quoted(address)}`;
  if (method === 'HEAD') return `curl --head ${quoted(address)}`;
  const call = `curl --request ${method} ${quoted(address)}`;
  if (method === 'DELETE' || method === 'OPTIONS') return call;
  return `${call} \\\n  --header 'Content-Type: application/json' \\\n  --data '{ "name": "value" }'`;
};
