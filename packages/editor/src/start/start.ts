import type { ServerSettings, SignedInUser } from '@millrace/contract';
import { currentUserQuery, queryClient, settingsQuery } from '../api/queries.ts';
import { setSignedIn } from '../api/session-end.ts';
import { settleLanguage } from './language.ts';
import { standingOf, type Trait } from './standing.ts';
import { areTemplatesReachable } from './templates-health.ts';

/** What must be known before any screen is shown. */
export interface Start {
  settings: ServerSettings;
  user: SignedInUser | null;
  standing: ReadonlySet<Trait>;
  areTemplatesReachable: boolean;
}

/** Settings first; then who is signed in, and whether the templates can be reached, side by side. Asked once. @throws ApiError */
export const loadStart = async (): Promise<Start> => {
  const settings = await queryClient.ensureQueryData(settingsQuery);
  const [user, isReachable] = await Promise.all([
    queryClient.ensureQueryData(currentUserQuery),
    areTemplatesReachable(settings.templates),
  ]);
  setSignedIn(user !== null);
  settleLanguage(settings, user);
  return { settings, user, standing: standingOf(settings, user), areTemplatesReachable: isReachable };
};

/** Where the homepage leads: to the list of workflows where that is wanted, else to the templates where there are any, else to a new workflow. */
export const homeOf = ({ settings, areTemplatesReachable }: Start): '/workflows' | '/templates/' | '/workflow' => {
  if (settings.homePage === 'workflows') return '/workflows';
  return areTemplatesReachable ? '/templates/' : '/workflow';
};
