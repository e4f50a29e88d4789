import { Button, CloseButton } from '@mantine/core';
import type { WorkflowListing } from '@millrace/contract';
import {
  IconDownload,
  IconFolderSymlink,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/organizing.ts';
import { deleteWorkflows, download, setActive } from './actions.ts';
import { may } from './may.ts';
import classes from './workflows.module.css';

/** What can be done with those that are selected: what all of them allow. */
export const BulkBar = ({ workflows, onClear }: { workflows: readonly WorkflowListing[]; onClear: () => void }) => {
  const { data: settings } = useQuery(settingsQuery);
  const [isBusy, setIsBusy] = useState(false);
  const mayChange = workflows.every((workflow) => may(workflow, 'update'));
  const mayDelete = workflows.every((workflow) => may(workflow, 'delete'));
  const owners = new Set(workflows.map(({ ownedBy }) => ownedBy?.id));
  const ids = workflows.map(({ id }) => id);
  const during = async (task: Promise<unknown>) => {
    setIsBusy(true);
    await task;
    setIsBusy(false);
  };
  const runs = settings?.demoMode !== false;
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('workflows.selected', { count: workflows.length })}>
      <CloseButton size="sm" aria-label={t('workflows.selected.clear')} onClick={onClear} />
      <span className={classes.selected}>{t('workflows.selected', { count: workflows.length })}</span>
      {mayDelete && owners.size === 1 && (
        <Button
          variant="subtle"
          leftSection={<IconFolderSymlink size={16} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() =>
            openDialog('move', {
              ownerId: [...owners][0],
              from: workflows[0]?.folderId ?? null,
              move: async (folderId) => {
                await client.workflows.move({ body: { ids, folderId } });
                onClear();
              },
            })
          }
        >
          {t('workflows.move')}
        </Button>
      )}
      {mayChange && settings?.workflowTagsDisabled === false && (
        <Button
          variant="subtle"
          leftSection={<IconTag size={16} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => openDialog('tagWorkflows', { ids })}
        >
          {t('workflows.tag')}
        </Button>
      )}
      {mayChange && runs && (
        <>
          <Button
            variant="subtle"
            leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
            disabled={isBusy || workflows.every(({ active }) => active)}
            onClick={() =>
              void during(
                setActive(
                  workflows.filter(({ active }) => !active),
                  true,
                ),
              )
            }
          >
            {t('workflows.activate')}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
            disabled={isBusy || workflows.every(({ active }) => !active)}
            onClick={() =>
              void during(
                setActive(
                  workflows.filter(({ active }) => active),
                  false,
                ),
              )
            }
          >
            {t('workflows.deactivate')}
          </Button>
        </>
      )}
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => void during(download(workflows))}
      >
        {t('workflows.download')}
      </Button>
      {mayDelete && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => void during(deleteWorkflows(workflows).then((isDone) => isDone && onClear()))}
        >
          {t('workflows.delete')}
        </Button>
      )}
    </div>
  );
};
