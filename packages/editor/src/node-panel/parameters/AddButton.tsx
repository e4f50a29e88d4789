import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import entries from './entries.module.css';
import classes from './parameters.module.css';

interface AddButtonProps {
  label: string;
  /** With several choices a menu opens; with one it is added at once. */
  choices: readonly { name: string; displayName: string; description?: string }[];
  /** A menu even for one choice. */
  isMenu?: boolean;
  onAdd(name: string): void;
}

export const AddButton = ({ label, choices, isMenu = false, onAdd }: AddButtonProps) => {
  const only = choices.length === 1 && !isMenu ? choices[0] : undefined;
  if (choices.length === 0) return null;
  const button = (
    <Button
      className={entries.add}
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconPlus size={14} />}
      onClick={only ? () => onAdd(only.name) : undefined}
    >
      {label}
    </Button>
  );
  if (only) return button;
  return (
    <Menu position="bottom-start" withinPortal zIndex={1000}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {choices.map(({ name, displayName, description }) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {displayName}
            {description && <div className={classes.optionDescription}>{description}</div>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
