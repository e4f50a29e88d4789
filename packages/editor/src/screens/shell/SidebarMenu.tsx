import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronRight, type IconProps } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { hasOpenDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import { shortcutText } from '../../ui/shortcuts.ts';
import classes from './Sidebar.module.css';
import type { MenuAction } from './workflow-actions.ts';

/** The pointer still lies over the flyout when a dialog opens from it. */
const belowDialogs = 150;

interface SidebarMenuProps {
  label: string;
  icon: ComponentType<IconProps>;
  actions: readonly MenuAction[];
  /** Told when the flyout opens: what is chosen there can be made ready. */
  onOpen?: () => void;
  /** In the opened sidebar it begins closed. */
  isFolded?: boolean;
  /** By which others find it. */
  name?: string;
}

/** Several actions of one kind: a flyout, or, in the opened sidebar, a section. */
export const SidebarMenu = ({ isOpen, ...menu }: SidebarMenuProps & { isOpen: boolean }) =>
  isOpen ? <Section {...menu} /> : <Flyout {...menu} />;

const Flyout = ({ label, icon: MenuIcon, actions, onOpen, name }: SidebarMenuProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      opened={isOpen}
      onChange={(open) => setIsOpen(open && !hasOpenDialog())}
      onOpen={onOpen}
      trigger="click-hover"
      position="right-start"
      offset={6}
      width={240}
      openDelay={80}
      closeDelay={180}
      zIndex={belowDialogs}
      returnFocus={false}
    >
      <Menu.Target>
        <UnstyledButton className={classes.item} aria-label={label} data-tour={name}>
          <MenuIcon size={20} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {actions.map(({ label: text, icon: Icon, shortcut, isDisabled, isDanger, run }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            rightSection={shortcut && <kbd className={classes.shortcut}>{shortcutText(shortcut)}</kbd>}
            disabled={isDisabled}
            color={isDanger && !isDisabled ? 'var(--error)' : undefined}
            onClick={() => {
              setIsOpen(false);
              run();
            }}
          >
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const Section = ({ label, icon: SectionIcon, actions, isFolded, name }: SidebarMenuProps) => (
  <details className={classes.section} open={!isFolded}>
    <summary className={classes.item} data-tour={name}>
      <SectionIcon size={20} stroke={1.6} aria-hidden="true" />
      <span>{label}</span>
      <IconChevronRight className={classes.arrow} size={14} stroke={1.6} aria-hidden="true" />
    </summary>
    {actions.map(({ label: text, icon: Icon, isDisabled, run }) => (
      <UnstyledButton key={text} className={classes.subitem} disabled={isDisabled} onClick={run}>
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        <span>{t(text)}</span>
      </UnstyledButton>
    ))}
  </details>
);
