import type { RegisteredRouter } from '@tanstack/react-router';
import { track } from './track.ts';

/** Tells which screens are opened, but for those whose route wants none of it. Returns the end of it. */
export const trackPages = (router: RegisteredRouter): (() => void) => {
  const tell = () => {
    const { staticData } = router.state.matches.at(-1) ?? {};
    if (staticData && staticData.telemetry !== false) track('pageViewed', { view: staticData.view });
  };
  tell();
  return router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) tell();
  });
};
