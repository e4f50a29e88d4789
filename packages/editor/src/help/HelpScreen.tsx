import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { t } from '../messages/help.ts';
import { FailureMessage } from '../ui/FailureMessage.tsx';
import { LoadingMessage } from '../ui/LoadingMessage.tsx';
import { documentationQuery } from './documentation.ts';
import { HelpNavigation } from './HelpNavigation.tsx';
import { HelpPageView } from './HelpPageView.tsx';
import classes from './help.module.css';
import { LivePreviews } from './live-previews.tsx';

/** The documentation of this version: pages at the left, with a search over all of them, and the chosen one. */
export const HelpScreen = () => {
  const { _splat: splat = '' } = useParams({ strict: false });
  const address = splat.replace(/\/+$/, '');
  const { data: documentation, error, refetch } = useQuery(documentationQuery);
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [address]);
  if (!documentation) {
    return (
      <div className={classes.nothing}>
        {error ? (
          <FailureMessage title={t('help.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingMessage />
        )}
      </div>
    );
  }
  return (
    <div className={classes.area}>
      <HelpNavigation documentation={documentation} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard, also where nothing in it takes the focus */}
      <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={t('help.title')}>
        <LivePreviews>
          <HelpPageView key={address} documentation={documentation} address={address} />
        </LivePreviews>
      </section>
    </div>
  );
};
