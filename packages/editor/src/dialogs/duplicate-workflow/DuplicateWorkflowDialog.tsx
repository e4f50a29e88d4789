import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { basePath } from '../../base-path.ts';
import { t } from '../../messages/dialogs.ts';
import { copyName, saveCopy } from '../../workflow/save.ts';
import { workflowNameProblem } from '../../workflow/workflow-name.ts';
import type { DialogProps } from '../stack.ts';

/** Stores a copy under another name and opens it in a new tab. */
export const DuplicateWorkflowDialog = ({
  session,
  close,
}: DialogProps['duplicateWorkflow'] & { close: () => void }) => {
  const [name, setName] = useState(() => copyName(session.state().document.name));
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = workflowNameProblem(name.trim());
    setProblem(found);
    if (found) return;
    setIsSaving(true);
    const id = await saveCopy(session.state().document, name.trim());
    setIsSaving(false);
    if (id === undefined) return;
    close();
    window.open(`${basePath}/workflow/${id}`, '_blank');
  };

  return (
    <Modal opened onClose={close} title={t('duplicate.title')} size={420} centered>
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
