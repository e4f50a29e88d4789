import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Canvas } from '../../canvas/Canvas.tsx';
import { t } from '../../messages/index.ts';
import { NodeCreator } from '../../node-creator/NodeCreator.tsx';
import { Header } from '../../ui/Header.tsx';
import { Message } from '../../ui/Message.tsx';
import { SessionContext, useOpenNode, useWorkflow } from '../../workflow/hooks.ts';
import { useLeaveGuard, useNewAddress, useOpening } from './opening.ts';
import { usePageTitle } from './page-title.ts';
import { WorkflowHeader } from './WorkflowHeader.tsx';
import classes from './WorkflowScreen.module.css';

const NodePanel = lazy(async () => {
  const [file] = await Promise.all([
    import('../../node-panel/NodePanel.tsx'),
    import('../../ui/mantine-panel-styles.ts'),
  ]);
  return { default: file.NodePanel };
});

const ConflictDialog = lazy(() =>
  import('../../dialogs/conflict/ConflictDialog.tsx').then((file) => ({ default: file.ConflictDialog })),
);

/** The editor: the stored workflow with this id, or a new one. */
export const WorkflowScreen = ({ id }: { id: string | null }) => {
  const opening = useOpening(id);
  if (opening.phase === 'ready') {
    return (
      <SessionContext value={opening.session}>
        <OpenWorkflow />
      </SessionContext>
    );
  }
  return (
    <>
      <Header start={null} end={null} />
      <div className={classes.stage}>
        {opening.phase === 'loading' ? (
          <div className={classes.loading}>
            <Loader size="sm" aria-label={t('shell.loading')} />
          </div>
        ) : (
          <Message
            title={t('workflow.open.failed')}
            text={t('workflow.open.failed.hint')}
            action={<Button onClick={() => window.location.reload()}>{t('shell.retry')}</Button>}
          />
        )}
      </div>
    </>
  );
};

const OpenWorkflow = () => {
  const hasConflict = useWorkflow((state) => state.conflict);
  useNewAddress();
  useLeaveGuard();
  usePageTitle();
  return (
    <>
      <WorkflowHeader />
      <div className={classes.stage}>
        <Editor />
      </div>
      {hasConflict && (
        <Suspense fallback={null}>
          <ConflictDialog />
        </Suspense>
      )}
    </>
  );
};

/** The canvas with what opens over it, over the session around it. */
export const Editor = () => {
  const openNode = useOpenNode();
  // Loaded at the first opening and kept, so that it can close with a movement.
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (openNode !== null) setWasOpened(true);
  }, [openNode]);
  return (
    <>
      <Canvas />
      <NodeCreator />
      {wasOpened && (
        <Suspense fallback={null}>
          <NodePanel />
        </Suspense>
      )}
    </>
  );
};
