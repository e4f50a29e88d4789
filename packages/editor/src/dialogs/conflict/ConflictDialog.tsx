import { Button, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/index.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { copyName, saveCopy } from '../../workflow/save.ts';

/** Shown when a save met a newer version on the server; nothing is overwritten before the person has chosen. */
export const ConflictDialog = () => {
  const { saves, markSaved, state } = useSession();
  const isOpen = useWorkflow((state) => state.conflict);
  const navigate = useNavigate();
  const saveMine = async () => {
    const { document } = state();
    const id = await saveCopy(document, copyName(document.name));
    if (id === undefined) return;
    saves.dismissConflict();
    markSaved();
    void navigate({ to: '/workflow/$id', params: { id } });
  };
  return (
    <Modal opened={isOpen} onClose={saves.dismissConflict} title={t('conflict.title')} size={480} centered>
      <Text size="sm">{t('conflict.message')}</Text>
      <Stack gap="xs" mt="md">
        <Choice label={t('conflict.copy')} hint={t('conflict.copy.hint')} onClick={() => void saveMine()} first />
        <Choice
          label={t('conflict.overwrite')}
          hint={t('conflict.overwrite.hint')}
          onClick={() => void saves.saveOverTheirs()}
        />
        <Choice
          label={t('conflict.openTheirs')}
          hint={t('conflict.openTheirs.hint')}
          onClick={() => void saves.openTheirs()}
        />
      </Stack>
    </Modal>
  );
};

const Choice = ({
  label,
  hint,
  onClick,
  first,
}: {
  label: string;
  hint: string;
  onClick: () => void;
  first?: boolean;
}) => (
  <Button
    variant="default"
    h="auto"
    py={10}
    justify="flex-start"
    onClick={onClick}
    data-autofocus={first}
    styles={{ label: { flexDirection: 'column', alignItems: 'flex-start', whiteSpace: 'normal' } }}
  >
    {label}
    <Text size="xs" c="dimmed" ta="left">
      {hint}
    </Text>
  </Button>
);
