import { Button } from '@mantine/core';
import { t } from '../../messages/index.ts';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useIsDirty, useSession, useWorkflow } from '../../workflow/hooks.ts';
import { isUntouched } from '../../workflow/untouched.ts';
import classes from './WorkflowHeader.module.css';

/** Saves, and says whether there is anything to save. */
export const SaveButton = () => {
  const { saves } = useSession();
  const isDirty = useIsDirty();
  const isNew = useWorkflow((state) => state.id === null);
  const isSaving = useWorkflow((state) => state.saving);
  // It may be saved, and nothing calls for it.
  const isUntouchedNew = useWorkflow(({ document }) => isUntouched(document)) && isNew && !isDirty;
  const canSave = (isDirty || isNew) && !isSaving;
  const label = isSaving ? t('shell.saving') : canSave ? t('shell.save') : t('shell.saved');
  return (
    <Button
      className={classes.save}
      size="sm"
      h={32}
      variant={canSave && !isUntouchedNew ? 'filled' : 'default'}
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
