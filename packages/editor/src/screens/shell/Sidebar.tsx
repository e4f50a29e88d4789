import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconHistory,
  IconInfoCircle,
  type IconProps,
  IconSitemap,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import { Mark } from '../../ui/Mark.tsx';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useMenuShortcuts } from './menu-shortcuts.ts';
import classes from './Sidebar.module.css';
import { ThemeMenu } from './ThemeMenu.tsx';
import { useWorkflowActions, type WorkflowAction } from './workflow-actions.ts';

/** The pointer still lies over the flyout when a dialog opens from it. */
const belowDialogs = 150;

/** The main navigation: icons with flyouts, or, opened, with words. */
export const Sidebar = () => {
  const [isOpen, setIsOpen] = useLocalStorage({
    key: 'millrace.sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const actions = useWorkflowActions();
  useMenuShortcuts(actions);
  const toggleLabel = t(isOpen ? 'shell.sidebar.collapse' : 'shell.sidebar.expand');
  return (
    <nav className={classes.sidebar} data-open={isOpen || undefined} aria-label={t('shell.navigation')}>
      <Link to="/" className={classes.brand} aria-label={t('shell.product')}>
        <Mark size={28} />
        {isOpen && <span className={classes.name}>{t('shell.product')}</span>}
      </Link>

      {isOpen ? <WorkflowSection actions={actions} /> : <WorkflowFlyout actions={actions} />}
      <SidebarButton
        icon={IconHistory}
        label={t('shell.menu.executions')}
        isOpen={isOpen}
        onClick={() => openDialog('executions', {})}
      />

      <div className={classes.bottom}>
        <ThemeMenu isOpen={isOpen} />
        <SidebarButton
          icon={IconInfoCircle}
          label={t('shell.menu.about')}
          isOpen={isOpen}
          onClick={() => openDialog('about', {})}
        />
        <SidebarButton
          icon={isOpen ? IconChevronLeft : IconChevronRight}
          label={toggleLabel}
          isOpen={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
    </nav>
  );
};

const SidebarButton = ({
  icon: Icon,
  label,
  isOpen,
  onClick,
}: {
  icon: ComponentType<IconProps>;
  label: string;
  isOpen: boolean;
  onClick: () => void;
}) => (
  <Tooltip label={label} position="right" disabled={isOpen}>
    <UnstyledButton className={classes.item} aria-label={label} onClick={onClick}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      {isOpen && <span>{label}</span>}
    </UnstyledButton>
  </Tooltip>
);

const WorkflowFlyout = ({ actions }: { actions: WorkflowAction[] }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
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
        <UnstyledButton className={classes.item} aria-label={t('shell.menu.workflow')}>
          <IconSitemap size={20} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.menu.workflow')}</Menu.Label>
        {actions.map(({ label, icon: Icon, shortcut, isDisabled, isDanger, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            rightSection={shortcut && <kbd className={classes.shortcut}>{shortcutText(shortcut)}</kbd>}
            disabled={isDisabled}
            color={isDanger && !isDisabled ? 'var(--error)' : undefined}
            onClick={() => {
              setIsOpen(false);
              run();
            }}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const WorkflowSection = ({ actions }: { actions: WorkflowAction[] }) => (
  <details className={classes.section} open>
    <summary className={classes.item}>
      <IconSitemap size={20} stroke={1.6} aria-hidden="true" />
      <span>{t('shell.menu.workflow')}</span>
      <IconChevronRight className={classes.arrow} size={14} stroke={1.6} aria-hidden="true" />
    </summary>
    {actions.map(({ label, icon: Icon, isDisabled, run }) => (
      <UnstyledButton key={label} className={classes.subitem} disabled={isDisabled} onClick={run}>
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        <span>{t(label)}</span>
      </UnstyledButton>
    ))}
  </details>
);
