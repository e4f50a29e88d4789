import { client } from './client.ts';

/** Where a person gives a stored credential access to an account. @throws ApiError, or Error for what is no address of the web */
export const authorizationAddress = async (version: 1 | 2, id: string): Promise<string> => {
  const query = { id };
  const address = await (version === 1 ? client.oauth.oauth1({ query }) : client.oauth.oauth2({ query }));
  if (!/^https?:$/.test(new URL(address).protocol)) throw new Error(address);
  return address;
};
