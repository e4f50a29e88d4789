import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { isMessageKey, t } from '../../messages/index.ts';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import classes from './WorkflowHeader.module.css';

const stepName = (label: string | undefined) =>
  label === undefined ? undefined : isMessageKey(label) ? t(label) : label;

/** Undo and redo, named by their steps. */
export const HistoryButtons = () => {
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
