import type { PublicUrls } from '../config.ts';

/** Addresses of screens that hold a secret. They begin with the address of the settings, never with what a request calls the server. */
export interface AccountLinks {
  invite(invite: { inviterId: string; token: string }): string;
  resetPassword(reset: { userId: string; token: string }): string;
}

export const createAccountLinks = (urls: () => PublicUrls): AccountLinks => {
  const linkTo = (screen: string, query: Record<string, string>): string =>
    `${urls().editor}/${screen}?${new URLSearchParams(query)}`;
  return {
    invite: ({ inviterId, token }) => linkTo('signup', { inviterId, inviteeId: token }),
    resetPassword: ({ userId, token }) => linkTo('change-password', { userId, token }),
  };
};
