import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import type { Folder, TagReference, WorkflowListing } from '@millrace/contract';
import { IconDots, IconDownload, IconFolderSymlink, IconTag, IconTrash, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import type { WorkflowsView } from '../../api/workflow-pages.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/organizing.ts';
import { useStanding } from '../../start/use-standing.ts';
import { TagList } from '../../tags/TagList.tsx';
import { formatDate } from '../../ui/dates.ts';
import { SortHeader } from '../../ui/SortHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { Sorting } from '../../ui/sort-rows.ts';
import list from '../../ui/Table.module.css';
import { ActiveToggle } from '../../workflow-list/ActiveToggle.tsx';
import { deleteWorkflow } from '../../workflow-list/changes.ts';
import { pathOf } from '../../workflow-list/folder-paths.ts';
import { Owner } from '../../workflow-list/Owner.tsx';
import { download } from './actions.ts';
import { may } from './may.ts';
import classes from './workflows.module.css';

const mostTags = 3;

export const WorkflowsTable = ({
  workflows,
  folders,
  sorting,
  onSort,
  selected,
  onSelect,
  onTag,
}: {
  workflows: readonly WorkflowListing[];
  /** Of which each row says in which it lies; undefined: all lie in the one that is looked into. */
  folders: readonly Folder[] | undefined;
  sorting: Sorting<WorkflowsView['sort']>;
  onSort: (column: WorkflowsView['sort']) => void;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onTag: (tag: TagReference) => void;
}) => {
  const hasOwners = !useStanding().has('default');
  const count = workflows.filter(({ id }) => selected.has(id)).length;
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    onSelect(next);
  };
  return (
    <div className={list.scroll}>
      <table className={`${list.table} ${classes.table}`} aria-label={t('workflows.title')}>
        <thead>
          <tr>
            <th className={classes.check}>
              <Checkbox
                size="xs"
                aria-label={t('workflows.select.all')}
                checked={count === workflows.length}
                indeterminate={count > 0 && count < workflows.length}
                onChange={(event) =>
                  onSelect(event.currentTarget.checked ? new Set(workflows.map(({ id }) => id)) : new Set())
                }
              />
            </th>
            <SortHeader label={t('workflows.column.name')} column="name" sorting={sorting} onSort={onSort} />
            <th title={t('workflows.column.last.hint')}>{t('workflows.column.last')}</th>
            {hasOwners && <th className={classes.wide}>{t('workflows.column.owner')}</th>}
            <SortHeader label={t('workflows.column.updated')} column="updatedAt" sorting={sorting} onSort={onSort} />
            <th>{t('workflows.column.active')}</th>
            <th>
              <span className="visually-hidden">{t('shell.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {workflows.map((workflow) => {
            const { id, name, active, tags, updatedAt, folderId } = workflow;
            const path = folders ? pathOf(folders, folderId) : [];
            return (
              <tr key={id} data-selected={selected.has(id) || undefined}>
                <td className={classes.check}>
                  <Checkbox
                    size="xs"
                    aria-label={t('workflows.select', { name })}
                    checked={selected.has(id)}
                    onChange={(event) => select(id, event.currentTarget.checked)}
                  />
                </td>
                <td className={list.grow}>
                  <span className={classes.name}>
                    <Link to="/workflow/$id" params={{ id }} className={list.link} title={name}>
                      {name}
                    </Link>
                    <TagList tags={tags} most={mostTags} isSingleLine onPick={onTag} />
                  </span>
                  {path.length > 0 && (
                    <span className={list.small}>{path.map((folder) => folder.name).join(' / ')}</span>
                  )}
                </td>
                <td className={list.muted}>
                  <Last workflow={workflow} />
                </td>
                {hasOwners && (
                  <td className={classes.wide}>
                    <Owner workflow={workflow} />
                  </td>
                )}
                <td className={list.muted}>{formatDate(updatedAt)}</td>
                <td>
                  <ActiveToggle
                    id={id}
                    name={name}
                    isActive={active}
                    isOpen={false}
                    mayChange={may(workflow, 'update')}
                  />
                </td>
                <td>
                  <RowMenu workflow={workflow} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

const Last = ({ workflow: { name, lastExecution } }: { workflow: WorkflowListing }) => {
  if (!lastExecution) return <span>{t('workflows.last.none')}</span>;
  const { id, status, startedAt } = lastExecution;
  return (
    <Link
      to="/execution/$id"
      params={{ id }}
      className={classes.last}
      aria-label={`${t('workflows.last.open', { name })}: ${t(`status.${status}`)}, ${formatDate(startedAt)}`}
    >
      <StatusBadge status={status} />
      <span>{formatDate(startedAt)}</span>
    </Link>
  );
};

const RowMenu = ({ workflow }: { workflow: WorkflowListing }) => {
  const { id, name, folderId = null, ownedBy } = workflow;
  const hasAccounts = !useStanding().has('default');
  const hasTags = useQuery(settingsQuery).data?.workflowTagsDisabled === false;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('workflows.actions.of', { name })}>
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may(workflow, 'delete') && (
          <Menu.Item
            leftSection={<IconFolderSymlink size={16} />}
            onClick={() =>
              openDialog('move', {
                ownerId: ownedBy?.id,
                from: folderId,
                move: (target) => client.workflows.move({ body: { ids: [id], folderId: target } }),
              })
            }
          >
            {t('workflows.move')}
          </Menu.Item>
        )}
        {may(workflow, 'update') && hasTags && (
          <Menu.Item leftSection={<IconTag size={16} />} onClick={() => openDialog('tagWorkflows', { ids: [id] })}>
            {t('workflows.tag')}
          </Menu.Item>
        )}
        {may(workflow, 'share') && hasAccounts && (
          <Menu.Item
            leftSection={<IconUserShare size={16} />}
            onClick={() => openDialog('share', { resource: 'workflow', id, name, ownedBy })}
          >
            {t('workflows.share')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void download([workflow])}>
          {t('workflows.download')}
        </Menu.Item>
        {may(workflow, 'delete') && (
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            color="var(--error)"
            onClick={() => void deleteWorkflow(workflow)}
          >
            {t('workflows.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
