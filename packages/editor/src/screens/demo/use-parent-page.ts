import { useEffect, useState } from 'react';
import { callOnly } from '../../api/client.ts';
import { queryClient, settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/preview.ts';
import { createParentPage, type ParentPage } from '../../preview/parent-page.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { demoPaths } from './known.ts';
import { shownWorkflow } from './shown-workflow.ts';

/** What the page around has sent last; `count` tells one from the other. */
export type Shown = { count: number } & ({ session: WorkflowSession } | { failure: string });

const open = (workflow: unknown, count: number): Shown => {
  try {
    const opened = { readOnly: true, mayRun: false, isPreview: true };
    return { count, session: openSession(shownWorkflow(workflow), opened) };
  } catch (error) {
    return { count, failure: error instanceof Error ? error.message : String(error) };
  }
};

/** Tells the page around when the panel of a node opens and closes. Returns the end of it. */
const tellOfNodes = (session: WorkflowSession, parent: ParentPage): (() => void) =>
  session.panel.store.subscribe(({ node }, before) => {
    if ((node === null) !== (before.node === null)) parent.tell({ command: node === null ? 'closeNDV' : 'openNDV' });
  });

/**
 * Shows what the page around sends, and tells it what becomes of it.
 * @param isReady workflows can be shown from now on
 * @param problem why none can be, for the page around
 */
export const useParentPage = (isReady: boolean, problem: string | null): Shown | null => {
  const [parent] = useState(() =>
    createParentPage(queryClient.getQueryData(settingsQuery.queryKey)?.embedOrigins ?? []),
  );
  const [shown, show] = useState<Shown | null>(null);
  useEffect(() => callOnly(demoPaths), []);
  useEffect(() => {
    if (problem !== null) parent.tell({ command: 'error', message: problem });
  }, [parent, problem]);
  useEffect(() => {
    if (!isReady) return;
    let count = 0;
    const end = parent.onWorkflow((workflow) => {
      count += 1;
      show(open(workflow, count));
    });
    const version = queryClient.getQueryData(settingsQuery.queryKey)?.versionCli ?? '';
    parent.tell({ command: 'n8nReady', version });
    return end;
  }, [parent, isReady]);
  useEffect(() => {
    if (!shown) return;
    if ('failure' in shown) {
      parent.tell({ command: 'error', message: `${t('preview.import.failed')}: ${shown.failure}` });
      return;
    }
    const { session } = shown;
    const end = tellOfNodes(session, parent);
    return () => {
      end();
      session.dispose();
    };
  }, [parent, shown]);
  return shown;
};
