import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import classes from '../fields.module.css';

interface RefreshButtonProps {
  label: string;
  isLoading: boolean;
  onClick(): void;
}

/** Asks the service once more. */
export const RefreshButton = ({ label, isLoading, onClick }: RefreshButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon
      className={classes.refresh}
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      loading={isLoading}
      onClick={onClick}
    >
      <IconRefresh size={16} />
    </ActionIcon>
  </Tooltip>
);
