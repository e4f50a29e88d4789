import { UnstyledButton } from '@mantine/core';
import type { TagReference } from '@millrace/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tagsQuery } from '../../api/tags.ts';
import { t } from '../../messages/organizing.ts';
import { comesLater } from '../../ui/comes-later.tsx';
import { setWorkflowTags } from '../../workflow/commands/index.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import classes from './WorkflowHeader.module.css';

/** Of a new workflow there are none. */
const TagList = comesLater(async () => (await import('../../tags/TagList.tsx')).TagList);

const TagPicker = comesLater(async () => {
  const [file] = await Promise.all([import('../../tags/TagPicker.tsx'), import('../../ui/mantine-later-styles.ts')]);
  return file.TagPicker;
});

/** Of the open workflow; more are a number. */
const mostShown = 20;

/** The tags of the open workflow, chosen in place. Leaving the field stores them, Escape leaves them as they were. */
export const WorkflowTags = () => {
  const session = useSession();
  const stored = useWorkflow((state) => state.document.tags);
  const isReadOnly = useWorkflow((state) => state.readOnly);
  const { data: known } = useQuery(tagsQuery);
  const [chosen, setChosen] = useState<TagReference[]>();
  const opener = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (chosen !== undefined || !returnsFocus.current) return;
    returnsFocus.current = false;
    opener.current?.focus();
  }, [chosen]);
  // Others may have renamed or deleted some since.
  const tags = known ? stored.flatMap(({ id }) => known.find((tag) => tag.id === id) ?? []) : stored;

  if (isReadOnly) return <TagList tags={tags} most={mostShown} isSingleLine />;
  if (chosen !== undefined) {
    return (
      <TagPicker
        autoFocus
        value={chosen}
        onChange={setChosen}
        onCancel={() => {
          returnsFocus.current = true;
          setChosen(undefined);
        }}
        onLeave={() => {
          setChosen(undefined);
          if (isSame(chosen, stored)) return;
          session.dispatch('history.setWorkflowTags', setWorkflowTags(chosen));
          if (session.state().id !== null) void session.saves.save();
        }}
      />
    );
  }
  return (
    <UnstyledButton
      ref={opener}
      className={classes.tags}
      aria-label={
        tags.length === 0 ? t('tags.add') : t('tags.edit', { names: tags.map(({ name }) => name).join(', ') })
      }
      onPointerEnter={() => void TagPicker.fetch()}
      onClick={() => setChosen(tags.map(({ id, name }) => ({ id, name })))}
    >
      {tags.length > 0 ? (
        <TagList tags={tags} most={mostShown} isSingleLine />
      ) : (
        <span className={classes.addTag}>
          <IconPlus size={14} stroke={1.8} aria-hidden="true" />
          {t('tags.add')}
        </span>
      )}
    </UnstyledButton>
  );
};

const isSame = (a: readonly TagReference[], b: readonly TagReference[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
