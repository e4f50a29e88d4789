import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOpenSession } from '../workflow/hooks.ts';
import { isTourPossible, startTour } from './tour/tour-state.ts';

/** What a person who is new is offered, from wherever they are: the sample as a new workflow, and the tour on the canvas that is open, or on a new one. */
export const useFirstRun = () => {
  const navigate = useNavigate();
  const session = useOpenSession();
  return useMemo(
    () => ({
      openSample: () => void navigate({ to: '/workflow', state: { fresh: crypto.randomUUID(), isSample: true } }),
      takeTour: async () => {
        if (!isTourPossible(session)) await navigate({ to: '/workflow', state: { fresh: crypto.randomUUID() } });
        startTour();
      },
    }),
    [navigate, session],
  );
};
