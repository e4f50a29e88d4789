import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { limits } from '@millrace/contract';
import { IconTrash, IconUserShare, IconX } from '@tabler/icons-react';
import { CredentialIcon } from '../../credentials/CredentialIcon.tsx';
import { may, useOwnerText } from '../../credentials/rights.ts';
import { t } from '../../messages/credentials.ts';
import { useStanding } from '../../start/use-standing.ts';
import { InlineText } from '../../ui/InlineText.tsx';
import { openDialog } from '../stack.ts';
import classes from './credential-edit.module.css';
import type { Editing } from './use-editing.ts';

interface EditorHeaderProps {
  editing: Editing;
  onDelete(): void;
  onClose(): void;
}

export const EditorHeader = ({ editing, onDelete, onClose }: EditorHeaderProps) => {
  const { type, saved, draft, isDirty, readOnly } = editing;
  const ownerText = useOwnerText();
  const owner = saved && ownerText(saved);
  const hasAccounts = !useStanding().has('default');
  return (
    <header className={classes.header}>
      <CredentialIcon type={type} size={32} />
      <div className={classes.titles}>
        {readOnly ? (
          <h2 className={classes.name}>{draft.name}</h2>
        ) : (
          <InlineText
            value={draft.name}
            label={t('credential.rename')}
            placeholder={type.displayName}
            maxLength={limits.credentialNameMaxLength}
            onSubmit={(name) => {
              editing.rename(name.trim());
              return true;
            }}
          />
        )}
        <span className={classes.type}>{[type.displayName, owner].filter(Boolean).join(' · ')}</span>
      </div>
      {saved && may(saved, 'share') && hasAccounts && (
        <Tooltip label={t('credential.share')}>
          <ActionIcon
            size="lg"
            aria-label={t('credential.share')}
            onClick={() =>
              openDialog('share', {
                resource: 'credential',
                id: saved.id,
                name: saved.name,
                ownedBy: saved.ownedBy,
              })
            }
          >
            <IconUserShare size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {saved && may(saved, 'delete') && (
        <Tooltip label={t('credential.delete')}>
          <ActionIcon size="lg" aria-label={t('credential.delete')} onClick={onDelete}>
            <IconTrash size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {!readOnly && (isDirty || saved) && <SaveButton editing={editing} />}
      <Tooltip label={t('shell.close')}>
        <ActionIcon size="lg" aria-label={t('shell.close')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
};

const SaveButton = ({ editing: { isDirty, isSaving, isTesting, save } }: { editing: Editing }) => {
  const label = isSaving ? 'shell.saving' : isTesting ? 'credential.testing' : isDirty ? 'shell.save' : 'shell.saved';
  return (
    <Button disabled={!isDirty || isSaving} loading={isSaving} onClick={() => void save()}>
      {t(label)}
    </Button>
  );
};
