import { Button, Loader } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { Canvas, loadCanvasMenu, loadTriggerHint } from '../../canvas/Canvas.tsx';
import { laterPart } from '../../canvas/later-part.tsx';
import { shownHeight, useDock } from '../../dock/dock-state.ts';
import { t } from '../../messages/index.ts';
import { LaterFirstStep, loadFirstStep, loadNodeCreator, NodeCreator } from '../../node-creator/NodeCreator.tsx';
import { Header } from '../../ui/Header.tsx';
import { Message } from '../../ui/Message.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import { loadExpressions } from '../../workflow/expressions.ts';
import { SessionContext, useShowsVersions, useWorkflow } from '../../workflow/hooks.ts';
import { LaterNodePanel, loadNodePanel } from './LaterNodePanel.tsx';
import { type OfTemplate, useLeaveGuard, useNewAddress, useOpening, useSavedByAddress } from './opening.ts';
import { usePageTitle } from './page-title.ts';
import { useDebugging } from './use-debugging.ts';
import { useDraft } from './use-draft.ts';
import { WorkflowHeader } from './WorkflowHeader.tsx';
import classes from './WorkflowScreen.module.css';

const Dock = laterPart(async () => {
  const [file] = await Promise.all([import('../../dock/Dock.tsx'), import('../../ui/mantine-later-styles.ts')]);
  return { default: file.Dock };
});

const ConflictDialog = laterPart(async () => (await import('../../dialogs/registry.ts')).loadConflict());

const VersionsView = laterPart(async () => {
  const [file] = await Promise.all([import('./versions/VersionsView.tsx'), import('../../ui/mantine-later-styles.ts')]);
  return { default: file.VersionsView };
});
const loadCodeEditor = async () => (await import('../../node-panel/expression/LazyCodeEditor.tsx')).loadCodeEditor();

/** What comes after the first screen, in the order in which it is likely to be missed. */
const laterParts = [
  loadFirstStep,
  loadNodeCreator,
  loadExpressions,
  loadCanvasMenu,
  loadTriggerHint,
  loadNodePanel,
  loadCodeEditor,
];

/** The editor: the stored workflow with this id, or a new one, empty or made of a template; another value of `fresh` asks for another new one. */
export const WorkflowScreen = ({
  id,
  template,
  fresh,
  folderId,
  isSample,
}: {
  id: string | null;
  template?: OfTemplate | undefined;
  fresh?: string | undefined;
  /** That a new one is stored in. */
  folderId?: string | undefined;
  isSample?: boolean | undefined;
}) => {
  const opening = useOpening({ id, template, fresh: id === null ? fresh : undefined, folderId, isSample });
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
            <Loader size="sm" role="status" aria-label={t('shell.loading')} />
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
  const hasConflict = useWorkflow((state) => state.conflict !== null);
  const showsVersions = useShowsVersions();
  useNewAddress();
  useLeaveGuard();
  useSavedByAddress();
  useDebugging();
  usePageTitle();
  useDraft();
  return (
    <>
      <WorkflowHeader />
      <div className={classes.stage}>
        <div inert={showsVersions}>
          <Editor />
        </div>
        <Suspense fallback={null}>{showsVersions && <VersionsView />}</Suspense>
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
  // The page has the dock when it is idle, or when there is a run to be shown in it.
  const [isIdle, setIdle] = useState(false);
  const hasRun = useWorkflow((state) => state.run.status !== null);
  useEffect(() => {
    const showDock = async () => {
      await Dock.fetch();
      setIdle(true);
    };
    return whenIdle([showDock, ...laterParts]);
  }, []);
  return (
    <>
      <div className={classes.editor}>
        <div className={classes.canvas}>
          <Canvas />
          <LaterFirstStep />
        </div>
        <Suspense fallback={<DockPlace />}>{isIdle || hasRun ? <Dock /> : <DockPlace />}</Suspense>
      </div>
      <NodeCreator />
      <LaterNodePanel />
    </>
  );
};

/** Keeps the room of the dock free until it is loaded, so that nothing on the canvas moves. */
const DockPlace = () => <div className={classes.dock} style={{ height: useDock(shownHeight) }} />;
