import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { ViewportPortal } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useWorkflow } from '../../workflow/hooks.ts';
import type { ChangeKind } from '../../workflow/types.ts';
import { boxOf, type FlowNode, type FlowWire } from '../flow-model.ts';
import { wireCourse } from '../wire-path.ts';
import styles from './changes.module.css';

const signs: Record<ChangeKind, ReactNode> = {
  added: <IconPlus size={14} stroke={2.6} />,
  removed: <IconMinus size={14} stroke={2.6} />,
  changed: <IconPencil size={14} stroke={2} />,
};

interface ChangeLayerProps {
  nodes: ReadonlyMap<string, FlowNode>;
  wires: ReadonlyMap<string, FlowWire>;
}

/** Marks what differs from another document, by a frame and a sign on each node. A list beside the canvas says the same in words. */
export const ChangeLayer = ({ nodes, wires }: ChangeLayerProps) => {
  const marks = useWorkflow((state) => state.marks);
  if (!marks) return null;
  return (
    <ViewportPortal>
      <svg className={styles.wires} aria-hidden="true">
        {[...marks.wires].map(([key, change]) => {
          const shown = wires.get(key);
          if (!shown) return null;
          const { source, target, wire } = shown;
          const course = wireCourse(source, target, wire.sourceType === 'main' ? 'horizontal' : 'vertical');
          return <path key={key} d={course.path + course.arrow} data-change={change} />;
        })}
      </svg>
      {[...marks.nodes].map(([key, change]) => {
        const node = nodes.get(key);
        if (!node) return null;
        const { x, y, width, height } = boxOf(node);
        return (
          <div
            key={key}
            className={styles.mark}
            data-change={change}
            style={{ left: x, top: y, width, height }}
            aria-hidden="true"
          >
            <span className={styles.sign}>{signs[change]}</span>
          </div>
        );
      })}
    </ViewportPortal>
  );
};
