import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconUpload } from '@tabler/icons-react';
import { t } from '../../messages/index.ts';
import { useSession } from '../../workflow/hooks.ts';
import classes from './WorkflowHeader.module.css';

/** Of an active workflow: whether what is saved is to run. */
export const SaveMenu = ({ canSave }: { canSave: boolean }) => {
  const { saves } = useSession();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          className={classes.saveMenu}
          size="sm"
          h={32}
          variant={canSave ? 'filled' : 'default'}
          aria-label={t('header.saveMenu')}
        >
          <IconChevronDown size={14} aria-hidden="true" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUpload size={16} stroke={1.7} />}
          disabled={!canSave}
          onClick={() => void saves.save()}
        >
          {t('header.saveAndPublish')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDeviceFloppy size={16} stroke={1.7} />}
          disabled={!canSave}
          onClick={() => void saves.save({ publish: false })}
        >
          {t('header.saveOnly')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
