import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usePushConnected } from '../../api/push.ts';
import { settingsQuery } from '../../api/queries.ts';
import { isMessageKey, t } from '../../messages/index.ts';
import { useStanding } from '../../start/use-standing.ts';
import { Header, HeaderDivider } from '../../ui/Header.tsx';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useIsDirty, useSession, useWorkflow } from '../../workflow/hooks.ts';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import classes from './WorkflowHeader.module.css';
import { WorkflowName } from './WorkflowName.tsx';

const loadSharing = () => import('./Sharing.tsx');
const ReadOnlyMark = lazy(async () => ({ default: (await loadSharing()).ReadOnlyMark }));
const ShareButton = lazy(async () => ({ default: (await loadSharing()).ShareButton }));

/** Name, undo and redo, activation and save; tells when the server is out of reach. */
export const WorkflowHeader = () => {
  const isConnected = usePushConnected();
  const isReadOnly = useWorkflow((state) => state.readOnly);
  const isStored = useWorkflow(({ id, mayShare }) => id !== null && mayShare);
  const isSharable = !useStanding().has('default') && isStored;
  return (
    <Header
      start={
        <>
          <WorkflowName />
          {isReadOnly ? (
            <Suspense fallback={null}>
              <ReadOnlyMark />
            </Suspense>
          ) : (
            <HistoryButtons />
          )}
        </>
      }
      end={
        isConnected ? (
          <>
            {isSharable && (
              <Suspense fallback={null}>
                <ShareButton />
              </Suspense>
            )}
            {!isReadOnly && (
              <>
                <Activation />
                <SaveButton />
              </>
            )}
          </>
        ) : (
          <Tooltip label={t('header.connectionLost.hint')} multiline w={260}>
            <span className={classes.lost} role="status">
              <IconPlugConnectedX size={16} aria-hidden="true" />
              {t('header.connectionLost')}
            </span>
          </Tooltip>
        )
      }
    />
  );
};

/** An instance that runs nothing itself (`demoMode` false) offers no activation. */
const Activation = () => {
  const { data: settings } = useQuery(settingsQuery);
  if (settings?.demoMode === false) return null;
  return (
    <>
      <ActiveSwitch />
      <HeaderDivider />
    </>
  );
};

const stepName = (label: string | undefined) =>
  label === undefined ? undefined : isMessageKey(label) ? t(label) : label;

const HistoryButtons = () => {
  const { undo, redo } = useSession();
  const last = stepName(useWorkflow((state) => state.past.at(-1)?.label));
  const next = stepName(useWorkflow((state) => state.future[0]?.label));
  const undoLabel = last === undefined ? t('header.undo.nothing') : t('header.undo', { step: last });
  const redoLabel = next === undefined ? t('header.redo.nothing') : t('header.redo', { step: next });
  return (
    <div className={classes.history}>
      <Tooltip label={`${undoLabel} (${shortcutText('mod+z')})`}>
        <ActionIcon className={classes.step} aria-label={undoLabel} onClick={undo} disabled={last === undefined}>
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${redoLabel} (${shortcutText('mod+shift+z')})`}>
        <ActionIcon className={classes.step} aria-label={redoLabel} onClick={redo} disabled={next === undefined}>
          <IconArrowForwardUp size={18} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
};

const SaveButton = () => {
  const { saves } = useSession();
  const isDirty = useIsDirty();
  const isNew = useWorkflow((state) => state.id === null);
  const isSaving = useWorkflow((state) => state.saving);
  const canSave = (isDirty || isNew) && !isSaving;
  const label = isSaving ? t('shell.saving') : canSave ? t('shell.save') : t('shell.saved');
  return (
    <Button
      className={classes.save}
      size="sm"
      h={32}
      variant={canSave ? 'filled' : 'default'}
      aria-disabled={!canSave}
      data-saved={!canSave || undefined}
      title={shortcutText('mod+s')}
      onClick={() => {
        if (canSave) void saves.save();
      }}
    >
      {label}
    </Button>
  );
};
