import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/dialogs.ts';
import { importWorkflow } from '../../workflow/commands/index.ts';
import { fetchWorkflow, isWorkflowAddress, withTagsHere } from '../../workflow/parse-workflow.ts';
import type { DialogProps } from '../stack.ts';

/** Puts the workflow that an address gives in place of what is on the canvas. */
export const ImportFromUrlDialog = ({ session, close }: DialogProps['importFromUrl'] & { close: () => void }) => {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isLoading, setIsLoading] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (!isWorkflowAddress(url)) {
      setProblem(t('importUrl.invalid'));
      return;
    }
    setIsLoading(true);
    try {
      session.dispatch('history.importWorkflow', importWorkflow(await withTagsHere(await fetchWorkflow(url.trim()))));
      close();
    } catch (error) {
      setProblem(describeError(error).message);
      setIsLoading(false);
    }
  };

  return (
    <Modal opened onClose={close} title={t('importUrl.title')} size={520} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          type="url"
          label={t('importUrl.address')}
          description={t('importUrl.hint')}
          placeholder={t('importUrl.placeholder')}
          value={url}
          error={problem}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('importUrl.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
