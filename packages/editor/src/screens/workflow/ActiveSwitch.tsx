import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import type { TriggerState } from '@millrace/contract';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { nodeTypesQuery, useNodeTypes } from '../../api/node-types.ts';
import { queryClient, triggerStatesQuery } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { showError, showSuccess, showWarning } from '../../ui/toasts.ts';
import { openingOf } from '../../workflow/failure-text.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { withPart } from '../../workflow/parts.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { canBeActivated, startsByItself, triggersOf } from '../../workflow/triggers.ts';
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
    setIsBusy(true);
    const done = (!active || (await hasNoIssues(session))) && (await session.saves.setActive(active));
    setIsBusy(false);
    if (!done) return;
    if (!active) showSuccess(t('workflow.deactivated'), { message: t('workflow.deactivated.message') });
    else {
      withPart(
        () => import('./tell-activated.ts'),
        ({ tellActivated }) => tellActivated(session, types),
      );
    }
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
            disabled={isBusy || (!isActive && !hasTrigger)}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
        </div>
      </Tooltip>
    </>
  );
};

/** False after telling what must be mended first. */
const hasNoIssues = async ({ state, panel }: WorkflowSession): Promise<boolean> => {
  const { document, ownedBy } = state();
  try {
    const types = await queryClient.fetchQuery(nodeTypesQuery);
    const { planRun } = await import('../../workflow/run-plan.ts');
    const { issuesOf, issueText } = await import('../../workflow/issues.ts');
    const started = triggersOf(document, types).filter((key) => startsByItself(document.nodes[key], types));
    const paths = started.map((triggerNode) => planRun(document, emptyRun, [], { triggerNode }).path);
    const issues = await issuesOf({ document, ownedBy }, new Set(paths.flatMap((path) => [...path])));
    const [first] = issues;
    if (!first) return true;
    const message = `${t('activate.issues')}\n${issueText(issues)}`;
    showError(t('run.issues.title'), { message, topic: 'run', actions: [openingOf(first.key, panel)] });
  } catch (error) {
    showError(t('workflow.activate.failed'), describeError(error));
  }
  return false;
};

const tellFailing = (failing: readonly TriggerState[]): void =>
  showWarning(t('header.triggersFail.title'), { message: failing.map(triggerFailureText).join('\n') });
