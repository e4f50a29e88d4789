import {
  Background,
  BackgroundVariant,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useStoreApi,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { limits } from '@millrace/contract';
import { Suspense, useCallback, useRef, useState } from 'react';
import { t } from '../messages/index.ts';
import { groupsOf } from '../workflow/groups.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { AddNodeButton } from './AddNodeButton.tsx';
import { ConnectionLine } from './ConnectionLine.tsx';
import styles from './canvas.module.css';
import { useCanvasState } from './canvas-state.ts';
import type { FlowNode } from './flow-model.ts';
import type { Point } from './geometry.ts';
import { laterPart } from './later-part.tsx';
import { minimapColor } from './minimap-color.ts';
import { NodeCard } from './NodeCard.tsx';
import { PendingWire } from './PendingWire.tsx';
import { RunControls } from './RunControls.tsx';
import { StickyNote } from './StickyNote.tsx';
import { useCanvasEvents } from './use-canvas-events.ts';
import { useClipboard } from './use-clipboard.ts';
import { useConnecting } from './use-connecting.ts';
import { useFailedNode } from './use-failed-node.ts';
import { useFlow } from './use-flow.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useNodeDrag } from './use-node-drag.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useView } from './use-view.ts';
import { ViewControls } from './ViewControls.tsx';
import { centreAt, zoomLimits } from './view.ts';
import { WireLayer } from './WireLayer.tsx';

const CanvasMenu = laterPart(async () => ({ default: (await import('./CanvasMenu.tsx')).CanvasMenu }));
/** For those who load it ahead of the first click. */
export const loadCanvasMenu = CanvasMenu.fetch;

const GroupLayer = laterPart(async () => ({ default: (await import('./groups/GroupLayer.tsx')).GroupLayer }));
const Tools = laterPart(async () => ({ default: (await import('./tools/Tools.tsx')).Tools }));
const TriggerHint = laterPart(async () => ({
  default: (await import('./trigger-hint/TriggerHint.tsx')).TriggerHint,
}));
/** The same before the first edit, which shows it. */
export const loadTriggerHint = TriggerHint.fetch;
const ChangeLayer = laterPart(async () => ({ default: (await import('./changes/ChangeLayer.tsx')).ChangeLayer }));
const Guides = laterPart(async () => ({ default: (await import('./guides/Guides.tsx')).Guides }));
const TestCallCard = laterPart(async () => ({
  default: (await import('../dock/test-call/TestCallCard.tsx')).TestCallCard,
}));

const nodeTypes: NodeTypes = { card: NodeCard, note: StickyNote };
const panKeys = ['Space', 'Control', 'Meta'];
const additionKeys = ['Shift', 'Control', 'Meta'];
const middleButton = [1];

/** The open workflow as nodes and wires, to be looked at and edited. */
export const Canvas = () => (
  <ReactFlowProvider>
    <CanvasView />
  </ReactFlowProvider>
);

/** React Flow measures what appears, and renders everything once more then. Sizes and ports of our nodes are known before (`flow-model.ts`). */
const useComputedSizes = () => {
  const store = useStoreApi();
  useState(() => store.setState({ updateNodeInternals: () => {} }));
};

const CanvasView = () => {
  const session = useSession();
  const root = useRef<HTMLElement>(null);
  const readOnly = useWorkflow((state) => state.readOnly);
  const hasGroups = useWorkflow((state) => groupsOf(state.document).size > 0);
  const hasMarks = useWorkflow((state) => state.marks !== null);
  const hasTool = useCanvasState((state) => state.tool !== null);
  const isEdited = useWorkflow((state) => state.past.length > 0);
  const hasGuides = useCanvasState((state) => state.guides.length > 0);
  const hasMenu = useCanvasState((state) => state.menu !== null);
  const isAwaitingCall = useWorkflow((state) => state.run.status === 'waitingForWebhook');
  const showsMinimap = useCanvasState((state) => state.minimap);
  const { nodes, wires, flowNodes, drawn, onNodesChange, settle } = useFlow();
  const drag = useNodeDrag(flowNodes, settle);
  const connecting = useConnecting(flowNodes);
  const events = useCanvasEvents();
  const nodeColor = useCallback((node: FlowNode) => minimapColor(node, session.state().run), [session]);
  const jump = useCallback((_: unknown, point: Point) => centreAt(session, point), [session]);
  useComputedSizes();
  useView(root);
  useShortcuts(root);
  useClipboard(root);
  useFocusReturn();
  useFailedNode();
  return (
    <section ref={root} className={styles.canvas} aria-label={t('canvas.label')} data-read-only={readOnly || undefined}>
      <ReactFlow<FlowNode>
        nodes={nodes}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        {...drag}
        {...connecting}
        connectionLineComponent={ConnectionLine}
        connectionRadius={24}
        connectOnClick={false}
        {...events}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        nodesFocusable
        disableKeyboardA11y
        elevateNodesOnSelect={false}
        deleteKeyCode={null}
        selectionOnDrag
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={additionKeys}
        selectionKeyCode={null}
        panActivationKeyCode={panKeys}
        panOnDrag={middleButton}
        panOnScroll
        onlyRenderVisibleElements
        zoomOnDoubleClick={false}
        minZoom={zoomLimits.min}
        maxZoom={zoomLimits.max}
        nodeDragThreshold={3}
        attributionPosition="bottom-right"
      >
        <Background variant={BackgroundVariant.Dots} gap={limits.canvasGrid} size={1.6} color="var(--canvas-dot)" />
        <WireLayer wires={wires} />
        {showsMinimap && (
          <MiniMap<FlowNode>
            className={styles.minimap}
            position="bottom-left"
            pannable
            zoomable
            onClick={jump}
            nodeColor={nodeColor}
            nodeBorderRadius={8}
            ariaLabel={t('canvas.minimap')}
          />
        )}
        <PendingWire />
      </ReactFlow>
      <ViewControls />
      <RunControls />
      <Suspense fallback={null}>{isAwaitingCall && <TestCallCard />}</Suspense>
      {!readOnly && <AddNodeButton />}
      <Suspense fallback={null}>
        {hasGroups && <GroupLayer nodes={drawn} />}
        {hasMarks && <ChangeLayer nodes={drawn} wires={wires} />}
        {hasMenu && <CanvasMenu />}
        {hasTool && <Tools />}
        {hasGuides && <Guides />}
        {isEdited && !readOnly && <TriggerHint />}
      </Suspense>
    </section>
  );
};
