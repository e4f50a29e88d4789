import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { foldersQuery } from '../../api/folders.ts';
import { t } from '../../messages/organizing.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { pathOf } from '../../workflow-list/folder-paths.ts';
import classes from './WorkflowHeader.module.css';

/** Where the open workflow lies: ways to the page of workflows, and to the folder on it. */
export const FolderLinks = () => {
  const folderId = useWorkflow((state) => state.folderId);
  const { data: folders = [] } = useQuery({ ...foldersQuery, enabled: folderId !== null });
  const folder = pathOf(folders, folderId).at(-1);
  return (
    <nav className={classes.folders} aria-label={t('folders.path')}>
      <Link to="/workflows" className={classes.folder}>
        {t('folders.all')}
      </Link>
      <span aria-hidden="true">/</span>
      {folder && (
        <>
          <Link to="/workflows" search={{ folder: folder.id }} className={classes.folder} title={folder.name}>
            <bdi>{folder.name}</bdi>
          </Link>
          <span aria-hidden="true">/</span>
        </>
      )}
    </nav>
  );
};
