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
  /** On its way: only the homepage waits for it. */
  areTemplatesReachable: Promise<boolean>;
}

/**
 * Settings first; then who is signed in, and whether the templates can be reached, side by side. Asked once.
 *
 * @param isPreview the screen is the preview, which may ask this instance only
 * @throws ApiError
 */
export const loadStart = async ({ isPreview = false } = {}): Promise<Start> => {
  const settings = await queryClient.ensureQueryData(settingsQuery);
  const isReachable = isPreview ? Promise.resolve(false) : areTemplatesReachable(settings.templates);
  const user = await queryClient.ensureQueryData(currentUserQuery);
  setSignedIn(user !== null);
  settleLanguage(settings, user);
  return { settings, user, standing: standingOf(settings, user), areTemplatesReachable: isReachable };
};

/** Where the homepage leads: to the list of workflows where that is wanted, else to the templates where there are any, else to a new workflow. */
export const homeOf = async ({
  settings,
  areTemplatesReachable,
}: Start): Promise<'/workflows' | '/templates/' | '/workflow'> => {
  if (settings.homePage === 'workflows') return '/workflows';
  return (await areTemplatesReachable) ? '/templates/' : '/workflow';
};
