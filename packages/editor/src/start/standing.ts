import type { ServerSettings, SignedInUser } from '@millrace/contract';

/** What is so of the person and the instance, as far as it decides which screens may be seen. */
export type Trait =
  | 'visitor'
  | 'signedIn'
  | Role
  /** The instance has one user and no sign-in. */
  | 'usersOff'
  | 'templatesOff';

export type Role = 'default' | 'owner' | 'member';

/** Before set-up, and on an instance without accounts, everybody is the default user: on the wire an owner that is pending. */
export const roleOf = (user: SignedInUser): Role =>
  user.globalRole.name === 'owner' && user.isPending ? 'default' : user.globalRole.name;

export const standingOf = (
  { userManagement, templates }: Pick<ServerSettings, 'userManagement' | 'templates'>,
  user: SignedInUser | null,
): ReadonlySet<Trait> =>
  new Set<Trait>([
    ...(user ? (['signedIn', roleOf(user)] as const) : (['visitor'] as const)),
    ...(userManagement.enabled ? [] : (['usersOff'] as const)),
    ...(templates.enabled ? [] : (['templatesOff'] as const)),
  ]);
