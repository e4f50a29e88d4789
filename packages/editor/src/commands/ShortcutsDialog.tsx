import { Modal } from '@mantine/core';
import { useIsTop } from '../dialogs/top.ts';
import { t } from '../messages/commands.ts';
import { ShortcutList } from './ShortcutList.tsx';

export const ShortcutsDialog = ({ close }: { close: () => void }) => {
  const isTop = useIsTop();
  return (
    <Modal opened onClose={close} closeOnEscape={isTop} title={t('shortcuts.title')} size={760}>
      <ShortcutList heading="h3" />
    </Modal>
  );
};
