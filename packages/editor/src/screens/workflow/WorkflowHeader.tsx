import { Tooltip } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { usePushConnected } from '../../api/push.ts';
import { settingsQuery } from '../../api/queries.ts';
import { laterPart } from '../../canvas/later-part.tsx';
import { t } from '../../messages/index.ts';
import { useStanding } from '../../start/use-standing.ts';
import { Header, HeaderDivider } from '../../ui/Header.tsx';
import { useWorkflow } from '../../workflow/hooks.ts';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import { HistoryButtons } from './HistoryButtons.tsx';
import { SaveButton } from './SaveButton.tsx';
import { UpgradeButton } from './UpgradeButton.tsx';
import classes from './WorkflowHeader.module.css';
import { WorkflowMenu } from './WorkflowMenu.tsx';
import { WorkflowName } from './WorkflowName.tsx';
import { WorkflowViews } from './WorkflowViews.tsx';

const loadSharing = () => import('./Sharing.tsx');
const ReadOnlyMark = laterPart(async () => ({ default: (await loadSharing()).ReadOnlyMark }));
const WorkflowTags = laterPart(async () => ({ default: (await import('./WorkflowTags.tsx')).WorkflowTags }));
const FolderLinks = laterPart(async () => ({ default: (await import('./FolderLinks.tsx')).FolderLinks }));
const ShareButton = laterPart(async () => ({ default: (await loadSharing()).ShareButton }));

/** The bar over the editor: which workflow it is, the ways between its views, and what can be done with it. */
export const WorkflowHeader = () => {
  const id = useWorkflow((state) => state.id);
  return (
    <Header
      start={<WorkflowIdentity />}
      middle={id !== null && <WorkflowViews id={id} />}
      end={usePushConnected() ? <WorkflowActions /> : <ConnectionLost />}
    />
  );
};

const WorkflowIdentity = () => {
  const hasTags = useQuery(settingsQuery).data?.workflowTagsDisabled === false;
  const isReadOnly = useWorkflow((state) => state.readOnly);
  return (
    <>
      <Suspense fallback={null}>
        <FolderLinks />
      </Suspense>
      <WorkflowName />
      {!isReadOnly && <WorkflowMenu />}
      {hasTags && (
        <Suspense fallback={null}>
          <WorkflowTags />
        </Suspense>
      )}
      {isReadOnly ? (
        <Suspense fallback={null}>
          <ReadOnlyMark />
        </Suspense>
      ) : (
        <HistoryButtons />
      )}
    </>
  );
};

const WorkflowActions = () => {
  const isReadOnly = useWorkflow((state) => state.readOnly);
  const isStored = useWorkflow(({ id, mayShare }) => id !== null && mayShare);
  const isSharable = !useStanding().has('default') && isStored;
  return (
    <>
      {isSharable && (
        <Suspense fallback={null}>
          <ShareButton />
        </Suspense>
      )}
      {!isReadOnly && (
        <>
          <Activation />
          <UpgradeButton />
          <SaveButton />
        </>
      )}
    </>
  );
};

const ConnectionLost = () => (
  <Tooltip label={t('shell.connectionLost.message')} multiline w={260}>
    <span className={classes.lost} role="status">
      <IconPlugConnectedX size={16} aria-hidden="true" />
      {t('header.connectionLost')}
    </span>
  </Tooltip>
);

/** An instance that runs nothing itself (`demoMode` false) offers no activation. */
const Activation = () => {
  const { data: settings } = useQuery(settingsQuery);
  if (settings?.demoMode === false) return null;
  return (
    <>
      <ActiveSwitch />
      <HeaderDivider />
    </>
  );
};
