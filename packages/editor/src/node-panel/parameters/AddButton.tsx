import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstField } from '../focus-first-field.ts';
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

/** What was added: the field of this name, or the last entry of the list. */
const addedIn = (list: Element, name: string, button: Element): Element | undefined =>
  list.querySelector(`:scope > [data-fields] > [data-parameter="${CSS.escape(name)}"]`) ??
  [...list.children].findLast((entry) => entry !== button);

/** Adds an entry to the list that it stands in, and leads to its first field. */
export const AddButton = ({ label, choices, isMenu = false, onAdd }: AddButtonProps) => {
  const only = choices.length === 1 && !isMenu ? choices[0] : undefined;
  const button = useRef<HTMLButtonElement>(null);
  if (choices.length === 0) return null;
  const add = (name: string) => {
    const { current: pressed } = button;
    const list = pressed?.parentElement;
    flushSync(() => onAdd(name));
    if (!pressed || !list) return;
    const lead = () => focusFirstField(addedIn(list, name, pressed) ?? null);
    // A menu that closes takes the focus back, if it finds it where it was.
    if (only) lead();
    else setTimeout(lead);
  };
  const element = (
    <Button
      ref={button}
      className={entries.add}
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconPlus size={14} />}
      onClick={only ? () => add(only.name) : undefined}
    >
      {label}
    </Button>
  );
  if (only) return element;
  return (
    <Menu position="bottom-start" withinPortal zIndex={1000}>
      <Menu.Target>{element}</Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {choices.map(({ name, displayName, description }) => (
          <Menu.Item key={name} onClick={() => add(name)}>
            {displayName}
            {description && <div className={classes.optionDescription}>{description}</div>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
