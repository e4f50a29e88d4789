import { IconRoute, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type WorkflowsView, workflowPageQuery } from '../api/workflow-pages.ts';
import { t } from '../messages/first-run.ts';
import classes from './invitation.module.css';
import { hasSeenTour } from './tour/tour-state.ts';
import { useFirstRun } from './use-first-run.ts';

const any: WorkflowsView = { filter: {}, sort: 'updatedAt', direction: 'desc', page: 0 };

/** For a person who has no workflow yet: something to look at, and somebody who shows them around. Nothing once there is one. */
export const Invitation = () => {
  const { data } = useQuery(workflowPageQuery(any));
  const { openSample, takeTour } = useFirstRun();
  const [wantsTour] = useState(() => !hasSeenTour());
  if (data?.count !== 0) return null;
  return (
    <p className={classes.invitation}>
      <span>{t('firstRun.invitation')}</span>
      <button type="button" className={classes.action} onClick={openSample}>
        <IconSparkles size={15} stroke={1.7} aria-hidden="true" />
        {t('firstRun.sample')}
      </button>
      {wantsTour && (
        <button type="button" className={classes.action} onClick={() => void takeTour()}>
          <IconRoute size={15} stroke={1.7} aria-hidden="true" />
          {t('firstRun.tour')}
        </button>
      )}
    </p>
  );
};
