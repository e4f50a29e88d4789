import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

/** Opens what a field names, in a tab of its own. */
export const OpenLink = ({ address, label }: { address: string; label: string }) => (
  <Tooltip label={label}>
    <ActionIcon
      component="a"
      href={address}
      target="_blank"
      rel="noreferrer"
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
    >
      <IconExternalLink size={16} />
    </ActionIcon>
  </Tooltip>
);
