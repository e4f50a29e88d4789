import { Button, Group, Modal, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/dialogs.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import type { Side } from '../../workflow/merge.ts';
import { copyName, saveCopy } from '../../workflow/save-copy.ts';
import type { Conflict } from '../../workflow/types.ts';
import classes from './ConflictDialog.module.css';
import { PlaceChoice } from './PlaceChoice.tsx';

/** Shown when a save met other changes of the same places; nothing is overwritten before the person has chosen. */
export const ConflictDialog = () => {
  useReturnFocus();
  const { saves } = useSession();
  const conflict = useWorkflow((state) => state.conflict);
  return (
    <Modal
      opened={conflict !== null}
      onClose={saves.dismissConflict}
      title={t('conflict.title')}
      size={720}
      centered
      transitionProps={{ duration: 0 }}
    >
      {conflict && <Choices key={conflict.revision} conflict={conflict} />}
    </Modal>
  );
};

const Choices = ({ conflict }: { conflict: Conflict }) => {
  const { saves, markSaved, state } = useSession();
  const { places } = conflict;
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(
    () => new Map(places.map(({ path }) => [path, 'mine'])),
  );
  const [isSaving, setIsSaving] = useState(false);
  const navigate = useNavigate();
  const chooseAll = (side: Side) => setChoices(new Map(places.map(({ path }) => [path, side])));
  const isAll = (side: Side) => places.every(({ path }) => choices.get(path) === side);
  const submit = async () => {
    setIsSaving(true);
    await saves.resolveConflict(choices);
    setIsSaving(false);
  };
  const saveMine = async () => {
    const { document } = state();
    setIsSaving(true);
    const id = await saveCopy(document, copyName(document.name));
    setIsSaving(false);
    if (id === undefined) return;
    saves.dismissConflict();
    markSaved();
    void navigate({ to: '/workflow/$id', params: { id } });
  };
  return (
    <>
      <Text size="sm">{t('conflict.message', { count: places.length })}</Text>
      {places.length > 1 && (
        <Group gap="xs" mt="sm">
          <Button size="compact-sm" variant="default" disabled={isAll('mine')} onClick={() => chooseAll('mine')}>
            {t('conflict.all.mine')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isAll('theirs')} onClick={() => chooseAll('theirs')}>
            {t('conflict.all.theirs')}
          </Button>
        </Group>
      )}
      <div className={classes.places}>
        {places.map((place, index) => (
          <PlaceChoice
            key={place.path}
            isFirst={index === 0}
            place={place}
            conflict={conflict}
            chosen={choices.get(place.path) ?? 'mine'}
            onChoose={(side) => setChoices(new Map(choices).set(place.path, side))}
          />
        ))}
      </div>
      <Group mt="lg" gap="xs">
        <Button variant="subtle" color="gray" onClick={saves.dismissConflict}>
          {t('shell.cancel')}
        </Button>
        <Button
          variant="default"
          ml="auto"
          disabled={isSaving}
          onClick={saves.takeTheirs}
          title={t('conflict.openTheirs.hint')}
        >
          {t('conflict.openTheirs')}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={() => void saveMine()} title={t('conflict.copy.hint')}>
          {t('conflict.copy')}
        </Button>
        <Button loading={isSaving} onClick={() => void submit()}>
          {t('conflict.save')}
        </Button>
      </Group>
    </>
  );
};
