import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { asImported, limits, type WorkflowVersion } from '@millrace/contract';
import { IconArrowBackUp, IconDots, IconDownload, IconTag, IconTagOff, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/errors.ts';
import { openDialog } from '../../../dialogs/stack.ts';
import { t } from '../../../messages/versions.ts';
import { saveFile } from '../../../ui/files.ts';
import { showError, showSuccess } from '../../../ui/toasts.ts';
import { restoreVersion } from '../../../workflow/commands/index.ts';
import { useSession, useWorkflow } from '../../../workflow/hooks.ts';
import { toPublicFormat } from '../../../workflow/public-types.ts';
import type { WorkflowDocument } from '../../../workflow/types.ts';
import { refreshVersions } from './use-versions.ts';
import classes from './versions.module.css';

interface VersionActionsProps {
  id: string;
  version: WorkflowVersion;
  /** Undefined until it is loaded. */
  document: WorkflowDocument | undefined;
  isPublished: boolean;
  /** Bringing it back only takes back what is not saved. */
  isLatest: boolean;
}

/** What can be done with a version. */
export const VersionActions = ({
  id,
  version: { revision, name },
  document,
  isPublished,
  isLatest,
}: VersionActionsProps) => {
  const session = useSession();
  const isActive = useWorkflow((state) => state.active);
  const queryClient = useQueryClient();
  const rename = async (wanted: string | null) => {
    await client.versions.rename({ params: { id, revision }, body: { name: wanted } });
    await refreshVersions(queryClient, id);
  };
  const restore = (version: WorkflowDocument) => {
    session.dispatch('history.restoreVersion', restoreVersion(version));
    session.panel.openVersions(false);
    showSuccess(t('versions.restored', { revision }), { message: t('versions.restored.message'), topic: 'workflow' });
  };
  const publish = async () => {
    if (await session.saves.publish(revision)) showSuccess(t('versions.publish.done', { revision }));
  };
  const download = (version: WorkflowDocument) =>
    saveFile(
      `${version.name} (${name ?? t('versions.number', { revision })}).json`,
      JSON.stringify(asImported(toPublicFormat(version)), null, 2),
    );
  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        h={32}
        variant={isLatest ? 'default' : 'filled'}
        leftSection={<IconArrowBackUp size={15} stroke={1.7} aria-hidden />}
        disabled={!document}
        onClick={() => document && restore(document)}
      >
        {t('versions.restore')}
      </Button>
      {isActive && (
        <Tooltip label={t('versions.publish.hint')}>
          <Button
            size="xs"
            h={32}
            variant="default"
            leftSection={<IconUpload size={15} stroke={1.7} aria-hidden />}
            disabled={isPublished}
            onClick={() => void publish()}
          >
            {t('versions.publish')}
          </Button>
        </Tooltip>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={32} variant="default" aria-label={t('versions.actions')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTag size={16} stroke={1.7} aria-hidden />}
            onClick={() =>
              openDialog('name', {
                title: t('versions.name.title', { revision }),
                label: t('versions.name'),
                confirm: t('versions.name.confirm'),
                initial: name ?? '',
                maxLength: limits.versionNameMaxLength,
                submit: rename,
              })
            }
          >
            {t('versions.name')}…
          </Menu.Item>
          {name !== null && (
            <Menu.Item
              leftSection={<IconTagOff size={16} stroke={1.7} aria-hidden />}
              onClick={() =>
                void rename(null).catch((error: unknown) => showError(t('versions.name.failed'), describeError(error)))
              }
            >
              {t('versions.name.remove')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            disabled={!document}
            onClick={() => document && download(document)}
          >
            {t('versions.download')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
};
