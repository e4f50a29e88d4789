import { Button, Group, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { foldersChanged, foldersQuery } from '../../api/folders.ts';
import { t } from '../../messages/organizing.ts';
import { pathOf } from '../../workflow-list/folder-paths.ts';
import type { DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';

/** Chooses the folder that something is moved into, among those of one user. */
export const MoveDialog = ({ ownerId, from, exclude, move, close }: DialogProps['move'] & { close: () => void }) => {
  const isTop = useIsTop();
  const { data: folders = [] } = useQuery(foldersQuery);
  const [target, setTarget] = useState(from ?? '');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const choices = folders
    .filter((folder) => ownerId === undefined || folder.ownedBy?.id === ownerId)
    .map((folder) => ({ folder, path: pathOf(folders, folder.id) }))
    // A folder cannot lie in itself.
    .filter(({ path }) => exclude === undefined || !path.some(({ id }) => id === exclude))
    .map(({ folder, path }) => ({ value: folder.id, label: path.map(({ name }) => name).join(' / ') }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      await move(target === '' ? null : target);
      await foldersChanged();
      close();
    } catch (error) {
      setFailure(describeError(error).message);
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={close} closeOnEscape={isTop} title={t('move.title')} size={460}>
      <form onSubmit={(event) => void submit(event)}>
        <Select
          label={t('move.target')}
          data={[{ value: '', label: t('move.none') }, ...choices]}
          value={target}
          allowDeselect={false}
          searchable
          error={failure}
          onChange={(chosen) => {
            setTarget(chosen ?? '');
            setFailure(undefined);
          }}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('move.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
