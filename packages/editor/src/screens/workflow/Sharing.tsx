import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLock, IconUserShare } from '@tabler/icons-react';
import { personName } from '../../account/person-name.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import classes from './WorkflowHeader.module.css';

/** Somebody else has shared it, to be seen or run only. */
export const ReadOnlyMark = () => {
  const owner = useWorkflow((state) => state.ownedBy);
  const hint = owner ? t('header.readOnly.of', { name: personName(owner) }) : t('header.readOnly.hint');
  return (
    <Tooltip label={hint} multiline w={260}>
      <span className={classes.readOnly}>
        <IconLock size={14} aria-hidden="true" />
        {t('header.readOnly')}
        <span className="visually-hidden">{hint}</span>
      </span>
    </Tooltip>
  );
};

/** Where there are accounts, a stored workflow is shared by its owner, or by that of the instance: `mayShare`. */
export const ShareButton = () => {
  const { state } = useSession();
  const share = () => {
    const { id, document, ownedBy } = state();
    if (id !== null) openDialog('share', { resource: 'workflow', id, name: document.name, ownedBy });
  };
  return (
    <Tooltip label={t('header.share')}>
      <ActionIcon size={32} aria-label={t('header.share')} onClick={share}>
        <IconUserShare size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
};
