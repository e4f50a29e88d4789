import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import { useWorkflow } from '../workflow/hooks.ts';
import type { RunView, Wire, WireKey } from '../workflow/types.ts';
import { useCanvasState } from './canvas-state.ts';
import type { FlowWire } from './flow-model.ts';
import { useWireEvents } from './use-canvas-events.ts';
import { WireLine } from './WireLine.tsx';
import styles from './wire.module.css';

/**
 * All wires, in one picture between notes and cards. As edges of React Flow each would be a picture of its own that is asked at every
 * step of the canvas where its ends are, which is most of the work of panning a large workflow. What wires show is asked for here, once
 * for all of them. Screen readers walk the nodes.
 */
export const WireLayer = memo(({ wires }: { wires: ReadonlyMap<WireKey, FlowWire> }) => {
  const events = useWireEvents();
  const run = useWorkflow((state) => state.run.nodes);
  const hovered = useCanvasState((state) => state.hoveredWire);
  const dropTarget = useCanvasState((state) => state.dropWire);
  return (
    <ViewportPortal>
      <svg className={styles.layer} aria-hidden="true" {...events}>
        {[...wires.values()].map((shown) => (
          <WireLine
            key={shown.wire.key}
            shown={shown}
            items={itemsOn(shown.wire, run)}
            isRunning={carriesItemsNow(shown.wire, run)}
            isHovered={shown.wire.key === hovered}
            isDropTarget={shown.wire.key === dropTarget}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
});

const itemsOn = ({ source, sourceType, sourceIndex }: Wire, run: RunView['nodes']): number | undefined =>
  run[source]?.items.get(sourceType)?.[sourceIndex];

const carriesItemsNow = ({ source, target }: Wire, run: RunView['nodes']): boolean =>
  run[target]?.phase === 'running' && run[source]?.phase === 'success';
