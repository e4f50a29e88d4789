import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Canvas } from '../../canvas/Canvas.tsx';
import { t } from '../../messages/index.ts';
import { NodeCreator } from '../../node-creator/NodeCreator.tsx';
import { Message } from '../../ui/Message.tsx';
import { useOpenNode } from '../../workflow/panel-state.ts';
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

/** The editor: the stored workflow with this id, or a new one. */
export const WorkflowScreen = ({ id }: { id: string | null }) => {
  const phase = useOpening(id);
  useNewAddress();
  useLeaveGuard();
  usePageTitle();
  return (
    <>
      <WorkflowHeader />
      <div className={classes.stage}>
        {phase === 'ready' && <Editor />}
        {phase === 'loading' && (
          <div className={classes.loading}>
            <Loader size="sm" aria-label={t('shell.loading')} />
          </div>
        )}
        {phase === 'failed' && (
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

/** The canvas with what opens over it, over the document store. */
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
