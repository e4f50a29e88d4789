import { Button, Group, Modal, TextInput } from '@mantine/core';
import type { TagReference } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { basePath } from '../../base-path.ts';
import { t } from '../../messages/dialogs.ts';
import { TagPicker } from '../../tags/TagPicker.tsx';
import { copyName, saveCopy } from '../../workflow/save-copy.ts';
import { workflowNameProblem } from '../../workflow/workflow-name.ts';
import type { DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';
import classes from './DuplicateWorkflowDialog.module.css';

/** Stores a copy under another name and opens it in a new tab. */
export const DuplicateWorkflowDialog = ({
  session,
  close,
}: DialogProps['duplicateWorkflow'] & { close: () => void }) => {
  const isTop = useIsTop();
  const [name, setName] = useState(() => copyName(session.state().document.name));
  const hasTags = useQuery(settingsQuery).data?.workflowTagsDisabled === false;
  const [tags, setTags] = useState<TagReference[]>(() => session.state().document.tags);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = workflowNameProblem(name.trim());
    setProblem(found);
    if (found) return;
    setIsSaving(true);
    const id = await saveCopy({ ...session.state().document, tags }, name.trim());
    setIsSaving(false);
    if (id === undefined) return;
    close();
    window.open(`${basePath}/workflow/${id}`, '_blank');
  };

  return (
    <Modal opened onClose={close} closeOnEscape={isTop} title={t('duplicate.title')} size={420} centered>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('duplicate.name')}
          placeholder={t('workflow.name.placeholder')}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        {hasTags && (
          <div className={classes.tags}>
            <TagPicker value={tags} onChange={setTags} hasLabel isWide />
          </div>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('duplicate.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
