import { Button } from '@mantine/core';
import { IconFilePlus, IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { foldersQuery } from '../../api/folders.ts';
import { type WorkflowsView, workflowPageQuery, workflowsAtOnce } from '../../api/workflow-pages.ts';
import { t } from '../../messages/organizing.ts';
import type { Sorting } from '../../ui/sort-rows.ts';
import { useTitle } from '../../ui/use-title.ts';
import { pathOf } from '../../workflow-list/folder-paths.ts';
import { createFolder, importFile } from './actions.ts';
import { BulkBar } from './BulkBar.tsx';
import { Filters } from './Filters.tsx';
import { FolderPath } from './FolderPath.tsx';
import { FolderRows } from './FolderRows.tsx';
import { NoWorkflows } from './NoWorkflows.tsx';
import { Pager } from './Pager.tsx';
import { filterOf, isSearch, useViewAddress } from './view.ts';
import { WorkflowsTable } from './WorkflowsTable.tsx';
import classes from './workflows.module.css';

/** All workflows that the person sees, folder by folder or searched through. */
export const WorkflowsScreen = () => {
  useTitle(`${t('workflows.title')} · ${t('shell.product')}`);
  const { view, change } = useViewAddress();
  const [sorting, setSorting] = useState<Sorting<WorkflowsView['sort']>>({ column: 'updatedAt', isDescending: true });
  const [place, setPlace] = useState({ of: '', page: 0 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const folders = useQuery(foldersQuery);
  const path = pathOf(folders.data ?? [], view.folder);
  const isSearched = isSearch(view);
  const filter = filterOf(view);
  // Another view begins with its first page.
  const viewKey = JSON.stringify([filter, sorting]);
  const page = place.of === viewKey ? place.page : 0;
  const query = useQuery(
    workflowPageQuery({ filter, sort: sorting.column, direction: sorting.isDescending ? 'desc' : 'asc', page }),
  );
  const { count = 0, workflows = [] } = query.data ?? {};
  const chosen = workflows.filter(({ id }) => selected.has(id));
  const inner = isSearched ? [] : (folders.data ?? []).filter(({ parentId }) => parentId === (view.folder ?? null));
  const actions = <NewActions folderId={view.folder} />;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <FolderPath path={path} onOpen={(folder) => change({ folder }, { replace: false })} />
        {actions}
      </header>
      <Filters view={view} onChange={change} />
      {chosen.length > 0 && <BulkBar workflows={chosen} onClear={() => setSelected(new Set())} />}
      {inner.length > 0 && (
        <FolderRows
          folders={inner}
          parent={path.at(-1)?.name ?? t('folders.all')}
          onOpen={(folder) => change({ folder }, { replace: false })}
        />
      )}
      {workflows.length > 0 ? (
        <>
          <WorkflowsTable
            workflows={workflows}
            folders={isSearched ? folders.data : undefined}
            sorting={sorting}
            onSort={(column) =>
              setSorting((now) => ({
                column,
                isDescending: now.column === column ? !now.isDescending : column !== 'name',
              }))
            }
            selected={selected}
            onSelect={setSelected}
            onTag={({ id }) => change({ tags: [...new Set([...(view.tags ?? []), id])] })}
          />
          <Pager
            from={page * workflowsAtOnce}
            shown={workflows.length}
            count={count}
            onPage={(step) => setPlace({ of: viewKey, page: page + step })}
          />
        </>
      ) : (
        (inner.length === 0 || query.error || query.isPending) && (
          <NoWorkflows query={query} isSearched={isSearched} isFolder={view.folder !== undefined} action={actions} />
        )
      )}
    </div>
  );
};

const NewActions = ({ folderId }: { folderId: string | undefined }) => {
  const navigate = useNavigate();
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        onClick={() => void importFile(folderId)}
      >
        {t('workflows.import')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
        onClick={() => createFolder(folderId ?? null)}
      >
        {t('workflows.new.folder')}
      </Button>
      <Button
        leftSection={<IconFilePlus size={16} aria-hidden="true" />}
        onClick={() =>
          void navigate({ to: '/workflow', state: { fresh: crypto.randomUUID(), ...(folderId && { folderId }) } })
        }
      >
        {t('workflows.new')}
      </Button>
    </div>
  );
};
