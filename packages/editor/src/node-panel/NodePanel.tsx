import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { NodeTypeDescription } from '@millrace/contract';
import { useEffect, useRef, useState } from 'react';
import { useNodeTypes } from '../api/node-types.ts';
import { canvasElement } from '../canvas/view.ts';
import { t } from '../messages/panel.ts';
import { hasMod, isMac } from '../ui/shortcuts.ts';
import { keepToastsInMiddle } from '../ui/toasts.ts';
import { useNode, useOpenNode, useSession, useWorkflow } from '../workflow/hooks.ts';
import { loadResults } from '../workflow/load-results.ts';
import { isRunning } from '../workflow/run-view.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { DocumentNode } from '../workflow/types.ts';
import { isTakenEscape } from './escape.ts';
import { EditorDialog } from './expression/EditorDialog.tsx';
import { loadCodeEditor } from './expression/LazyCodeEditor.tsx';
import { createPreviews, type Previews } from './expression/preview/previews.ts';
import { spawnPreviewWorker } from './expression/preview/spawn.ts';
import classes from './NodePanel.module.css';
import { NodeSteps, nodesBeside, stepOf } from './NodeSteps.tsx';
import { PanelColumns } from './PanelColumns.tsx';
import { PanelHeader } from './PanelHeader.tsx';
import { ParametersColumn } from './ParametersColumn.tsx';
import { FieldsProvider, FieldValuesContext } from './panel-context.ts';
import { InputPane } from './run-data/InputPane.tsx';
import { createHoveredItem, HoveredItemContext } from './run-data/item-links.ts';
import { ancestorsOf } from './run-data/node-data.ts';
import { OutputPane } from './run-data/OutputPane.tsx';
import { canRunTo, runToNode } from './run-to-node.ts';
import { UnknownNode } from './UnknownNode.tsx';
import { useOpenPanel } from './use-panel-context.ts';

const isWriting = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

const fromNode = {
  in: { opacity: 1, transform: 'scale(1)' },
  out: { opacity: 0, transform: 'scale(0.94)' },
  transitionProperty: 'opacity, transform',
};

/** Where the panel grows from: the middle of its node on the screen, as a point of the panel. */
const originOf = (session: WorkflowSession, key: string): string => {
  const box = canvasElement(session)
    ?.querySelector(`.react-flow__node[data-id="${CSS.escape(key)}"]`)
    ?.getBoundingClientRect();
  if (!box) return '50% 50%';
  const left = window.innerWidth * 0.075;
  return `${box.x + box.width / 2 - left}px ${box.y + box.height / 2 - 16}px`;
};

/** The dialog of the node that is open, over the canvas: what comes in, what it does, what goes out. */
export const NodePanel = () => {
  const key = useOpenNode();
  const node = useNode(key ?? '');
  const previews = usePreviews();
  return key !== null && node ? <OpenNode node={node} previews={previews} /> : null;
};

/** One worker for all nodes that are opened one after the other, from the first expression on. */
const usePreviews = (): Previews => {
  const [previews] = useState(() => createPreviews(spawnPreviewWorker));
  useEffect(() => previews.dispose, [previews]);
  return previews;
};

const OpenNode = ({ node, previews }: { node: DocumentNode; previews: Previews }) => {
  const session = useSession();
  const [isShown, setShown] = useState(true);
  const [origin] = useState(() => originOf(session, node.key));
  const content = useRef<HTMLDivElement>(null);
  const types = useNodeTypes();
  const { type, typeVersion = 1 } = node.data;
  const known = types.find(type, typeVersion);
  const full = types.full(type, typeVersion);
  const close = () => setShown(false);
  // In the corner they would lie over the data and its pages, at the top over the header; the parameters in the middle can be scrolled.
  useEffect(keepToastsInMiddle, []);
  // The focus is nowhere after the control that had it has gone, such as the button of a deleted entry.
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && event.target === document.body && !event.defaultPrevented) close();
  });

  return (
    <Modal.Root
      opened={isShown}
      onClose={close}
      onExitTransitionEnd={() => session.panel.openNode(null)}
      size="85vw"
      yOffset={16}
      closeOnEscape={false}
      onKeyDownCapture={(event) => {
        const side = stepOf(event);
        // On a Mac these keys go from word to word.
        if (!side || (isMac && isWriting(event.target)) || !content.current?.contains(event.target as Node)) return;
        event.preventDefault();
        event.stopPropagation();
        const [to] = nodesBeside(session.state().document, node.key, side);
        if (to !== undefined) session.panel.openNode(to);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && hasMod(event) && content.current?.contains(event.target as Node)) {
          event.preventDefault();
          if (known && canRunTo(session, node.key, known)) runToNode(session, node.key, known);
        }
        if (event.key !== 'Escape' || isTakenEscape(event)) return;
        event.stopPropagation();
        close();
      }}
      classNames={{ inner: classes.frame, content: classes.panel, overlay: classes.veil }}
      transitionProps={{ transition: fromNode, duration: 150 }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} style={{ transformOrigin: origin }} aria-label={node.data.name}>
        <NodeSteps of={node.key} side="before" />
        <div key={node.key} className={classes.inside}>
          <PanelHeader node={node} description={known} onClose={close} />
          {full ? (
            <Columns node={node} description={full} previews={previews} />
          ) : types.loaded && !known ? (
            <UnknownNode node={node.data} />
          ) : (
            <p className={classes.message}>{t('panel.loading')}</p>
          )}
        </div>
        <NodeSteps of={node.key} side="after" />
      </Modal.Content>
    </Modal.Root>
  );
};

interface ColumnsProps {
  node: DocumentNode;
  description: NodeTypeDescription;
  previews: Previews;
}

const Columns = ({ node, description, previews }: ColumnsProps) => {
  const session = useSession();
  const panel = useOpenPanel(node, description, previews);
  const [hovered] = useState(createHoveredItem);
  useEffect(() => void loadCodeEditor(), []);
  const executionId = useWorkflow((state) => (isRunning(state.run) ? null : state.run.executionId));
  useEffect(() => {
    if (executionId === null) return;
    void loadResults(session.store, [node.key, ...ancestorsOf(session.state().document, node.key).keys()]);
  }, [executionId, node.key, session]);
  const hasInput = typeof description.inputs === 'string' || description.inputs.length > 0;
  return (
    <FieldsProvider value={panel.context}>
      <FieldValuesContext value={panel.opened}>
        <HoveredItemContext value={hovered}>
          <PanelColumns
            input={
              hasInput ? (
                <InputPane
                  runIndex={panel.runIndex}
                  onChooseRun={panel.chooseRun}
                  itemIndex={panel.chosen.itemIndex}
                  onChooseItem={panel.chosen.chooseItem}
                />
              ) : null
            }
            middle={<ParametersColumn panel={panel} />}
            output={<OutputPane runIndex={panel.runIndex} onChooseRun={panel.chooseRun} />}
          />
        </HoveredItemContext>
        {panel.editor && (
          <EditorDialog
            request={panel.editor}
            chosen={panel.chosen}
            variables={panel.variables}
            onClose={panel.closeEditor}
          />
        )}
      </FieldValuesContext>
    </FieldsProvider>
  );
};
