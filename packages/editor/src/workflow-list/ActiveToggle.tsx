import { Switch, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { describeError } from '../api/errors.ts';
import { settingsQuery } from '../api/queries.ts';
import { t } from '../messages/dialogs.ts';
import { showError } from '../ui/toasts.ts';
import { useOpenSession } from '../workflow/hooks.ts';
import { ActivationWarning, useIsStuck } from './ActivationWarning.tsx';
import { workflowsChanged } from './changes.ts';
import classes from './workflow-list.module.css';

/** Starts and stops the triggers of a workflow in a list. */
export const ActiveToggle = ({
  id,
  name,
  isActive,
  isOpen,
  mayChange,
}: {
  id: string;
  name: string;
  isActive: boolean;
  isOpen: boolean;
  mayChange: boolean;
}) => {
  const session = useOpenSession();
  const [isBusy, setIsBusy] = useState(false);
  const { data: settings } = useQuery(settingsQuery);
  const isStuck = useIsStuck(id, isActive && !isBusy);
  const isOffered = settings?.demoMode !== false;
  const change = async (active: boolean) => {
    setIsBusy(true);
    try {
      if (isOpen && session) await session.saves.setActive(active);
      else await client.workflows.update({ params: { id }, body: { active } });
      await workflowsChanged();
    } catch (error) {
      showError(t(active ? 'workflow.activate.failed' : 'workflow.deactivate.failed'), describeError(error));
    }
    setIsBusy(false);
  };
  return (
    <span className={classes.toggle}>
      <Tooltip label={t('open.activate.notOffered')} disabled={isOffered} multiline w={240}>
        <div>
          <Switch
            size="sm"
            aria-label={t('open.activate', { name })}
            checked={isActive}
            disabled={isBusy || !isOffered || !mayChange}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
        </div>
      </Tooltip>
      {isStuck && <ActivationWarning id={id} />}
    </span>
  );
};
