import { Button } from '@mantine/core';
import { Suspense, useRef } from 'react';
import { isField } from '../../canvas/focus.ts';
import { laterPart } from '../../canvas/later-part.tsx';
import { t } from '../../messages/index.ts';
import { askPrompts } from '../../prompts/ask-prompts.ts';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useIsDirty, useSession, useWorkflow } from '../../workflow/hooks.ts';
import { isUntouched } from '../../workflow/untouched.ts';
import classes from './WorkflowHeader.module.css';

const SaveMenu = laterPart(async () => ({ default: (await import('./SaveMenu.tsx')).SaveMenu }));

/** Saves, and says whether there is anything to save; publishes what was saved without being published. */
export const SaveButton = () => {
  const { saves } = useSession();
  const isDirty = useIsDirty();
  const isNew = useWorkflow((state) => state.id === null);
  const isSaving = useWorkflow((state) => state.saving);
  // It may be saved, and nothing calls for it.
  const isUntouchedNew = useWorkflow(({ document }) => isUntouched(document)) && isNew && !isDirty;
  const isActive = useWorkflow((state) => state.active);
  const publishes = useWorkflow((state) => state.publishedRevision !== null) && !isDirty;
  const canSave = (isDirty || isNew) && !isSaving;
  const canAct = canSave || (publishes && !isSaving);
  const before = useRef<Element | null>(null);
  const label = isSaving ? 'shell.saving' : publishes ? 'shell.publish' : canSave ? 'shell.save' : 'shell.saved';
  return (
    <>
      <DraftState />
      <Button.Group>
        <Button
          className={classes.save}
          size="sm"
          h={32}
          variant={canAct && !isUntouchedNew ? 'filled' : 'default'}
          aria-disabled={!canAct}
          data-saved={!canAct || undefined}
          title={publishes ? undefined : shortcutText('mod+s')}
          // By pointer it takes nobody away from the canvas.
          onPointerDown={() => {
            before.current = document.activeElement;
          }}
          onClick={() => {
            if (before.current instanceof HTMLElement && !isField(before.current)) before.current.focus();
            before.current = null;
            if (canSave) void saves.save().then((isSaved) => isSaved && askPrompts());
            else if (canAct) void saves.publish();
          }}
        >
          {t(label)}
        </Button>
        {isActive && (
          <Suspense fallback={null}>
            <SaveMenu canSave={canSave} />
          </Suspense>
        )}
      </Button.Group>
    </>
  );
};

/** Where what is not saved is kept, and whether what runs is what is saved. */
const DraftState = () => {
  const isDirty = useIsDirty();
  const draft = useWorkflow((state) => state.draft);
  const isUnpublished = useWorkflow((state) => state.publishedRevision !== null);
  const text = isDirty && draft ? t(`header.draft.${draft}`) : isUnpublished ? t('header.unpublished') : undefined;
  const hint = isDirty && draft ? t(`header.draft.${draft}.hint`) : t('header.unpublished.hint');
  if (text === undefined) return null;
  return (
    <span className={classes.draft} role="status" title={hint}>
      {text}
    </span>
  );
};
