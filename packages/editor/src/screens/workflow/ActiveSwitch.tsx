import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import type { TriggerState } from '@millrace/contract';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { triggerStatesQuery } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { showWarning } from '../../ui/toasts.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { withPart } from '../../workflow/parts.ts';
import { canBeActivated } from '../../workflow/triggers.ts';
import { ActivationWarning, useIsStuck } from '../../workflow-list/ActivationWarning.tsx';
import { triggerFailureText } from './trigger-failure.ts';

/** Starts and stops the triggers of the open workflow; warns when they are meant to run and do not. */
export const ActiveSwitch = () => {
  const session = useSession();
  const types = useNodeTypes();
  const id = useWorkflow((state) => state.id);
  const isActive = useWorkflow((state) => state.active);
  const hasTrigger = useWorkflow((state) => canBeActivated(state.document, types));
  const [isBusy, setIsBusy] = useState(false);
  const { data: states = [] } = useQuery({ ...triggerStatesQuery(id ?? ''), enabled: id !== null });
  const failing = states.filter(({ status }) => status === 'failing');
  const isStuck = useIsStuck(id, isActive && !isBusy);

  const change = async (active: boolean) => {
    // Not by `disabled`, which would take the focus.
    if (isBusy) return;
    setIsBusy(true);
    await withPart(
      () => import('./change-active.ts'),
      ({ changeActive }) => changeActive(session, types, active),
    );
    setIsBusy(false);
  };

  return (
    <>
      {isStuck && id !== null && <ActivationWarning id={id} />}
      {!isStuck && failing.length > 0 && (
        <Tooltip label={t('header.triggersFail')}>
          <ActionIcon color="yellow" aria-label={t('header.triggersFail')} onClick={() => tellFailing(failing)}>
            <IconPlugConnectedX size={18} color="var(--warning)" />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('header.activeSwitch.noTrigger')} disabled={isActive || hasTrigger} multiline w={240}>
        <div data-tour="active">
          <Switch
            size="sm"
            labelPosition="left"
            label={t(isActive ? 'header.active' : 'header.inactive')}
            aria-label={t('header.activeSwitch')}
            checked={isActive}
            aria-busy={isBusy}
            disabled={!isActive && !hasTrigger}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
        </div>
      </Tooltip>
    </>
  );
};

const tellFailing = (failing: readonly TriggerState[]): void =>
  showWarning(t('header.triggersFail.title'), { message: failing.map(triggerFailureText).join('\n') });
