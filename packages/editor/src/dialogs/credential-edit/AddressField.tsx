import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/copy-text.ts';

interface AddressFieldProps {
  label: string;
  copyLabel: string;
  /** What is said when it was copied. */
  copied: string;
  address: string;
  describedBy?: string;
}

/** A text to be copied: a click anywhere does. */
export const AddressField = ({ label, copyLabel, copied, address, describedBy }: AddressFieldProps) => {
  const copy = () => void copyText(address, copied);
  return (
    <TextInput
      label={label}
      value={address}
      readOnly
      aria-describedby={describedBy}
      styles={{ input: { cursor: 'copy', fontFamily: 'var(--font-mono)', fontSize: 'var(--font-size-sm)' } }}
      onClick={copy}
      rightSection={
        <Tooltip label={copyLabel}>
          <ActionIcon size="sm" aria-label={copyLabel} onClick={copy}>
            <IconCopy size={15} />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
};
