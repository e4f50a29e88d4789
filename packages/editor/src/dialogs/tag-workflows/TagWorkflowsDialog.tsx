import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { TagReference } from '@millrace/contract';
import { type SyntheticEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { tagsChanged } from '../../api/tags.ts';
import { t } from '../../messages/organizing.ts';
import { TagPicker } from '../../tags/TagPicker.tsx';
import type { DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';

/** Puts tags on several workflows, and takes others off. */
export const TagWorkflowsDialog = ({ ids, close }: DialogProps['tagWorkflows'] & { close: () => void }) => {
  const isTop = useIsTop();
  const [add, setAdd] = useState<TagReference[]>([]);
  const [remove, setRemove] = useState<TagReference[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      const idsOf = (tags: readonly TagReference[]) => tags.map(({ id }) => id);
      await client.workflows.tag({ body: { ids: [...ids], add: idsOf(add), remove: idsOf(remove) } });
      await tagsChanged();
      close();
    } catch (error) {
      setFailure(`${t('workflows.tag.failed')}: ${describeError(error).message}`);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      title={t('workflows.tag.title', { count: ids.length })}
      size={460}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TagPicker value={add} onChange={setAdd} label={t('workflows.tag.add')} hasLabel isWide />
          <TagPicker
            value={remove}
            onChange={setRemove}
            label={t('workflows.tag.remove')}
            hasLabel
            isWide
            canCreate={false}
          />
          {failure && (
            <Text size="sm" c="var(--error)" role="alert">
              {failure}
            </Text>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={add.length + remove.length === 0}>
            {t('workflows.tag.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
