import { Button, Group, Modal, Text } from '@mantine/core';
import { t } from '../../messages/dialogs.ts';
import type { DialogProps, LeaveChoice } from '../stack.ts';

/** Save, discard or stay, when the open workflow would be left with unsaved changes. */
export const LeaveDialog = ({ name, answer, close }: DialogProps['leave'] & { close: () => void }) => {
  const choose = (choice: LeaveChoice) => {
    close();
    answer(choice);
  };
  return (
    <Modal opened onClose={() => choose('cancel')} title={t('leave.title')} size={480} centered>
      <Text size="sm">{t('leave.message', { name })}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="gray" mr="auto" onClick={() => choose('cancel')}>
          {t('shell.cancel')}
        </Button>
        <Button variant="default" onClick={() => choose('discard')}>
          {t('leave.discard')}
        </Button>
        <Button onClick={() => choose('save')} data-autofocus>
          {t('shell.save')}
        </Button>
      </Group>
    </Modal>
  );
};
