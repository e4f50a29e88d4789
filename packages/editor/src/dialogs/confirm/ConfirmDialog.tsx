import { Button, Group, Modal, Text } from '@mantine/core';
import { t } from '../../messages/index.ts';
import type { DialogProps } from '../stack.ts';

export const ConfirmDialog = ({
  title,
  message,
  confirm,
  cancel = t('shell.cancel'),
  danger,
  answer,
  close,
}: DialogProps['confirm'] & { close: () => void }) => {
  const choose = (yes: boolean) => {
    close();
    answer(yes);
  };
  return (
    <Modal opened onClose={() => choose(false)} title={title} size={440} centered>
      <Text size="sm">{message}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        {cancel !== null && (
          <Button variant="default" onClick={() => choose(false)} data-autofocus={danger || undefined}>
            {cancel}
          </Button>
        )}
        <Button color={danger ? 'red' : undefined} onClick={() => choose(true)} data-autofocus={!danger || undefined}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
};
