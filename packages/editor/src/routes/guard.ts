import { notFound, redirect } from '@tanstack/react-router';
import { isFramed } from '../preview/framed.ts';
import { loadStart } from '../start/start.ts';
import { isThere, maySee, type ViewName } from './access.ts';

/**
 * Lets a person see a screen, or leads elsewhere: to the set-up that is due, to the homepage, or to sign-in and back. In a frame there is one screen
 * only, whatever link or address would lead to another without the server being asked for it.
 * @throws a redirect, that nothing was found, ApiError
 */
export const guard = async (view: ViewName, path: string): Promise<void> => {
  const { settings, user, standing } = await loadStart({ isPreview: view === 'WorkflowDemo' });
  if (isFramed()) {
    // It tells the page around what is amiss, where others would lead to sign-in.
    if (view === 'WorkflowDemo') return;
    throw new Error('No other screen is shown in a frame');
  }
  const { enabled, showSetupOnFirstLoad } = settings.userManagement;
  if (
    enabled &&
    showSetupOnFirstLoad &&
    view !== 'SetupView' &&
    view !== 'NotFoundView' &&
    maySee('SetupView', standing)
  ) {
    throw redirect({ to: '/setup', replace: true });
  }
  if (!isThere(view, standing)) throw notFound();
  if (maySee(view, standing)) return;
  if (user) throw redirect({ to: '/', replace: true });
  throw redirect({ to: '/signin', search: path === '/' ? {} : { redirect: path }, replace: true });
};
