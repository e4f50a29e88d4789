import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/index.ts';
import type { DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';

/** Asks for a name, and maybe a type, and stays open until what they are for has worked. */
export const NameDialog = ({
  title,
  label,
  confirm,
  initial = '',
  maxLength,
  types,
  submit,
  close,
}: DialogProps['name'] & { close: () => void }) => {
  const isTop = useIsTop();
  const [name, setName] = useState(initial);
  const [type, setType] = useState(types?.options[0]?.value ?? '');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isBusy) return;
    setIsBusy(true);
    try {
      await submit(name.trim(), type);
      close();
    } catch (error) {
      setFailure(describeError(error).message);
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={close} closeOnEscape={isTop} title={title} size={420}>
      <form onSubmit={(event) => void send(event)}>
        <Stack gap={14}>
          <TextInput
            label={label}
            value={name}
            maxLength={maxLength}
            error={failure}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setFailure(undefined);
            }}
            data-autofocus
          />
          {types && (
            <Select
              label={types.label}
              data={[...types.options]}
              value={type}
              allowDeselect={false}
              onChange={(chosen) => setType(chosen ?? type)}
            />
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
