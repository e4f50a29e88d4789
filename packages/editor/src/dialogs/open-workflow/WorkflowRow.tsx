import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import type { Action, TagReference, WorkflowSummary } from '@millrace/contract';
import { IconTrash } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { basePath } from '../../base-path.ts';
import { t } from '../../messages/dialogs.ts';
import { TagList } from '../../tags/TagList.tsx';
import { formatDate } from '../../ui/dates.ts';
import table from '../../ui/Table.module.css';
import { ActiveToggle } from '../../workflow-list/ActiveToggle.tsx';
import { deleteWorkflow } from '../../workflow-list/changes.ts';
import { Owner } from '../../workflow-list/Owner.tsx';
import classes from './OpenWorkflowDialog.module.css';

export const WorkflowRow = ({
  workflow,
  isOpen,
  hasOwners,
  onOpen,
  onTag,
}: {
  workflow: WorkflowSummary;
  /** It is the one on the canvas. */
  isOpen: boolean;
  /** There are accounts, so that it is said whose it is. */
  hasOwners: boolean;
  onOpen: () => void;
  onTag: (tag: TagReference) => void;
}) => {
  const { id, name, active, tags, createdAt, updatedAt, permissions } = workflow;
  const may = (action: Action) => permissions?.includes(action) ?? true;
  const onClick = (event: MouseEvent) => {
    // A new tab is the browser's own doing.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <tr>
      <td className={table.grow}>
        <span className={classes.name}>
          <Anchor href={`${basePath}/workflow/${id}`} className={table.link} onClick={onClick} title={name}>
            {name}
          </Anchor>
          <TagList tags={tags} most={3} isSingleLine onPick={onTag} />
          {isOpen && <span className={classes.open}>{t('open.current')}</span>}
        </span>
      </td>
      <td className={table.muted}>{formatDate(createdAt)}</td>
      <td className={table.muted}>{formatDate(updatedAt)}</td>
      {hasOwners && (
        <td className={classes.owner}>
          <Owner workflow={workflow} />
        </td>
      )}
      <td>
        <ActiveToggle id={id} name={name} isActive={active} isOpen={isOpen} mayChange={may('update')} />
      </td>
      <td>{!isOpen && may('delete') && <DeleteButton id={id} name={name} />}</td>
    </tr>
  );
};

const DeleteButton = ({ id, name }: { id: string; name: string }) => {
  return (
    <Tooltip label={t('open.delete', { name })}>
      <ActionIcon aria-label={t('open.delete', { name })} onClick={() => void deleteWorkflow({ id, name })}>
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
};
