import { call } from './client.ts';

/** Where a person gives a stored credential access to an account. @throws ApiError, or Error for what is no address of the web */
export const authorizationAddress = async (version: 1 | 2, id: string): Promise<string> => {
  const address = String(await call({ method: 'GET', path: `/oauth${version}-credential/auth` }, { query: { id } }));
  if (!/^https?:$/.test(new URL(address).protocol)) throw new Error(address);
  return address;
};
