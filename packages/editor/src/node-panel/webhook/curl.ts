const bodyless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** A command for the shell that calls an address, with a body to be replaced where the method has one. */
export const curlOf = (method: string, address: string): string => {
  const quoted = `'${address.replaceAll("'", "'\\''")}'`;
  if (method === 'GET') return `curl ${quoted}`;
  const body = bodyless.has(method) ? '' : ` -H 'Content-Type: application/json' -d '{}'`;
  return `curl -X ${method} ${quoted}${body}`;
};
