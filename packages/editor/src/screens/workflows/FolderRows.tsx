import { ActionIcon, Menu } from '@mantine/core';
import type { Folder } from '@millrace/contract';
import { IconDots, IconFolder, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react';
import { personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/organizing.ts';
import { useUser } from '../../start/use-standing.ts';
import { deleteFolder, renameFolder } from './actions.ts';
import classes from './workflows.module.css';

/** The folders in the one that is looked into. */
export const FolderRows = ({
  folders,
  parent,
  onOpen,
}: {
  folders: readonly Folder[];
  /** What the one around them is called. */
  parent: string;
  onOpen: (id: string) => void;
}) => {
  const user = useUser();
  return (
    <ul className={classes.folders}>
      {folders.map((folder) => (
        <li key={folder.id} className={classes.folder}>
          <button type="button" className={classes.folderLink} title={folder.name} onClick={() => onOpen(folder.id)}>
            <IconFolder size={20} stroke={1.6} aria-hidden="true" />
            <span className={classes.folderText}>
              <bdi className={classes.folderName}>{folder.name}</bdi>
              <span className={classes.folderNote}>
                {t('folders.count', { count: folder.workflowCount })}
                {folder.ownedBy && user && folder.ownedBy.id !== user.id && (
                  <> · {t('folders.owner', { name: personName(folder.ownedBy) })}</>
                )}
              </span>
            </span>
          </button>
          <FolderMenu folder={folder} parent={parent} />
        </li>
      ))}
    </ul>
  );
};

const FolderMenu = ({ folder, parent }: { folder: Folder; parent: string }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon size={32} aria-label={t('folders.actions.of', { name: folder.name })}>
        <IconDots size={18} stroke={1.7} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => renameFolder(folder)}>
        {t('folders.rename')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFolderSymlink size={16} />}
        onClick={() =>
          openDialog('move', {
            ownerId: folder.ownedBy?.id,
            from: folder.parentId,
            exclude: folder.id,
            move: (parentId) => client.folders.update({ params: { id: folder.id }, body: { parentId } }),
          })
        }
      >
        {t('folders.move')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        color="var(--error)"
        onClick={() => void deleteFolder(folder, parent)}
      >
        {t('folders.delete')}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
