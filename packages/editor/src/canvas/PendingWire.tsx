import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { useNodeCreatorRequest } from '../workflow/hooks.ts';
import { type FlowNode, portPoint } from './flow-model.ts';
import { portId } from './ports.ts';
import styles from './wire.module.css';
import { wireCourse } from './wire-path.ts';

/** The wire that was drawn to an empty place, for as long as the node that it will lead to is chosen. */
export const PendingWire = () => {
  const request = useNodeCreatorRequest();
  const store = useStoreApi<FlowNode>();
  const { from, point } = request ?? {};
  const node = from && store.getState().nodeLookup.get(from.node)?.internals.userNode;
  if (!from || !point || !node) return null;
  const isInput = from.side === 'input';
  const port = portPoint(node, isInput ? 'target' : 'source', portId(from.type, from.index));
  const [source, target] = isInput ? [point, port] : [port, point];
  const { path } = wireCourse(source, target, from.type === 'main' ? 'horizontal' : 'vertical');
  return (
    <ViewportPortal>
      <svg className={styles.pending} aria-hidden="true">
        <g className={styles.wire} data-hovered>
          <path d={path} className={styles.line} />
          <circle cx={point.x} cy={point.y} r={4} className={styles.end} />
        </g>
      </svg>
    </ViewportPortal>
  );
};
