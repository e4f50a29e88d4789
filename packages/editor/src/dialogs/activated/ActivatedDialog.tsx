import { Button, Checkbox, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/dialogs.ts';
import type { DialogProps } from '../stack.ts';
import { hideActivated } from './hidden.ts';

/** Says what an active workflow does from now on, until the person knows it. */
export const ActivatedDialog = ({ text, close }: DialogProps['activated'] & { close: () => void }) => {
  const [hides, setHides] = useState(false);
  const leave = () => {
    if (hides) hideActivated();
    close();
  };
  return (
    <Modal opened onClose={leave} title={t('workflow.activated')} size={480} centered>
      <Text size="sm">{text}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {t('activated.executions')}
      </Text>
      <Group justify="space-between" mt="lg" gap="xs">
        <Checkbox
          label={t('activated.hide')}
          checked={hides}
          onChange={(event) => setHides(event.currentTarget.checked)}
        />
        <Button onClick={leave} data-autofocus>
          {t('activated.close')}
        </Button>
      </Group>
    </Modal>
  );
};
