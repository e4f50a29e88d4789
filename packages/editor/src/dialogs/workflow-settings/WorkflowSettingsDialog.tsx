import { Button, Group, Modal } from '@mantine/core';
import { isSameJson } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { settingsQuery, timezonesQuery, workflowsQuery } from '../../api/queries.ts';
import { t } from '../../messages/executions.ts';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { useWorkflowOf } from '../../workflow/hooks.ts';
import { askToDrop } from '../leave/ask-to-drop.ts';
import type { DialogProps } from '../stack.ts';
import { SettingsFields } from './SettingsFields.tsx';
import { formOf, settingsOf, timeoutProblem } from './settings-form.ts';

/** What holds for all runs of a workflow. */
export const WorkflowSettingsDialog = ({ session, close }: DialogProps['workflowSettings'] & { close: () => void }) => {
  const id = useWorkflowOf(session, (state) => state.id);
  const name = useWorkflowOf(session, (state) => state.document.name);
  const settings = useWorkflowOf(session, (state) => state.document.settings);
  const [initial] = useState(() => formOf(settings));
  const [form, setForm] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const workflows = useQuery(workflowsQuery);
  const timezones = useQuery(timezonesQuery);
  const instance = useQuery(settingsQuery);
  const queries = [workflows, timezones, instance];
  const error = queries.find((query) => query.error)?.error;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens
  useEffect(() => {
    if (id !== null) return;
    showError(t('settings.noWorkflow'), { message: t('settings.noWorkflow.message') });
    close();
  }, [id]);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = timeoutProblem(form, instance.data?.maxExecutionTimeout ?? 0);
    setProblem(found);
    if (found) {
      // The field goes on saying it; a toast that stayed would cover the button.
      showError(t('settings.failed'), { message: found, sticky: false });
      return;
    }
    setIsSaving(true);
    const failure = await session.saves.saveSettings(settingsOf(form, session.state().document.settings));
    setIsSaving(false);
    if (failure === undefined) {
      close();
      if (!session.state().conflict) showSuccess(t('settings.saved'));
    } else showError(t('settings.failed'), describeError(failure));
  };

  const askToClose = async () => {
    if (isSameJson(form, initial) || (await askToDrop('close'))) close();
  };

  return (
    <Modal
      opened={id !== null}
      onClose={() => void askToClose()}
      title={t('settings.title', { name: name || t('workflow.unnamed'), id: id ?? '' })}
      size="max(65vw, min(640px, 100vw - 2rem))"
    >
      {workflows.data && timezones.data && instance.data ? (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <SettingsFields
            form={form}
            onChange={(change) => {
              setForm({ ...form, ...change });
              setProblem(undefined);
            }}
            workflows={workflows.data}
            timezones={timezones.data}
            instance={instance.data}
            timeoutProblem={problem}
          />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('shell.save')}
            </Button>
          </Group>
        </form>
      ) : error ? (
        <Message
          title={t('settings.loading.failed')}
          text={describeError(error).message}
          action={<Button onClick={() => queries.forEach((query) => void query.refetch())}>{t('shell.retry')}</Button>}
        />
      ) : (
        <LoadingMessage />
      )}
    </Modal>
  );
};
