import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '../../messages/index.ts';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useWorkflowActions } from '../shell/workflow-actions.ts';
import classes from './WorkflowHeader.module.css';

/** What can be done with the open workflow as a whole. */
const offered = new Set([
  'shell.menu.duplicate',
  'shell.menu.saveTemplate',
  'shell.menu.settings',
  'shell.menu.versions',
  'shell.menu.download',
  'shell.menu.importUrl',
  'shell.menu.importFile',
  'shell.menu.delete',
]);

/** At the name of the open workflow. */
export const WorkflowMenu = () => {
  const actions = useWorkflowActions().filter(({ label }) => offered.has(label));
  return (
    <Menu position="bottom-start" width={230} returnFocus={false}>
      <Menu.Target>
        <ActionIcon className={classes.menu} size={26} aria-label={t('header.menu')}>
          <IconChevronDown size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, shortcut, isDisabled, isDanger, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            rightSection={shortcut && <kbd>{shortcutText(shortcut)}</kbd>}
            disabled={isDisabled}
            color={isDanger && !isDisabled ? 'var(--error)' : undefined}
            onClick={run}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
