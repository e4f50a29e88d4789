import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { t } from '../messages/index.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import type { Wire, WorkflowState } from '../workflow/types.ts';
import { removeFromCanvas } from './actions.ts';
import { useCanvasState } from './canvas-state.ts';
import type { FlowEdge } from './flow-model.ts';
import type { Point } from './geometry.ts';
import { chipHeight, type ItemLabel, labelOnWire } from './item-label.ts';
import styles from './wire.module.css';
import { besideWire, type WireCourse, wireCourse } from './wire-path.ts';

/** A wire: what it carried in the shown run, and buttons on it while the pointer is there. */
export const WireEdge = memo((props: EdgeProps<FlowEdge>) => {
  const { id, data, selected, sourceX, sourceY, targetX, targetY } = props;
  const wire = data!.wire;
  const items = useWorkflow((state) => itemsOn(wire, state));
  const isRunning = useWorkflow((state) => carriesItemsNow(wire, state));
  const isDropTarget = useCanvasState((state) => state.dropWire === id);
  const isHovered = useCanvasState((state) => state.hoveredWire === id);
  const source = { x: sourceX, y: sourceY };
  const target = { x: targetX, y: targetY };
  const course = wireCourse(source, target, wire.sourceType === 'main' ? 'horizontal' : 'vertical');
  const label = items !== undefined && items > 0 ? labelOnWire(items, source, target, data!.labels) : undefined;
  return (
    <g
      className={styles.wire}
      data-selected={selected || undefined}
      data-hovered={isHovered || isDropTarget || undefined}
      data-ran={items !== undefined && items > 0 ? true : undefined}
      data-kind={wire.sourceType === 'main' ? undefined : 'side'}
    >
      <path d={course.path + course.arrow} className={styles.line} />
      <path d={course.path} className={`${styles.reach} react-flow__edge-interaction`} />
      {isRunning && <circle r={4} className={styles.traveller} style={{ offsetPath: `path("${course.path}")` }} />}
      {label !== undefined && !isHovered && <ItemChip label={label} at={course.middle} />}
      {isHovered && <WireButtons wire={wire} course={course} />}
    </g>
  );
});

const itemsOn = (wire: Wire, { run }: WorkflowState): number | undefined => {
  const node = run.nodes[wire.source];
  return node?.items.get(wire.sourceType)?.[wire.sourceIndex];
};

const carriesItemsNow = (wire: Wire, { run }: WorkflowState): boolean =>
  run.nodes[wire.target]?.phase === 'running' && run.nodes[wire.source]?.phase === 'success';

const ItemChip = ({ label: { text, width, shift }, at }: { label: ItemLabel; at: Point }) => (
  <g className={styles.items} transform={`translate(${at.x + shift} ${at.y})`}>
    <rect x={-width / 2} y={-chipHeight / 2} width={width} height={chipHeight} rx={chipHeight / 2} />
    <text y={4}>{text}</text>
  </g>
);

interface WireButtonsProps {
  wire: Wire;
  course: WireCourse;
}

/** Of both buttons; one alone takes less. */
const buttonsSize = { width: 56, height: 30 };

/** Beside the wire, where it may be changed: a click on the wire itself hits none of them. */
const WireButtons = ({ wire, course }: WireButtonsProps) => {
  const at = besideWire(course, buttonsSize);
  const session = useSession();
  const readOnly = useWorkflow((state) => state.readOnly);
  if (readOnly) return null;
  return (
    <EdgeLabelRenderer>
      <div
        className={`${styles.buttons} nodrag nopan`}
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
        data-wire={wire.key}
      >
        {wire.sourceType === 'main' && (
          <button
            type="button"
            tabIndex={-1}
            title={t('canvas.wire.add')}
            aria-label={t('canvas.wire.add')}
            onClick={() => session.panel.openCreator({ at: course.middle, wire: wire.key })}
          >
            <IconPlus size={14} stroke={2} />
          </button>
        )}
        <button
          type="button"
          tabIndex={-1}
          title={t('canvas.wire.delete')}
          aria-label={t('canvas.wire.delete')}
          onClick={() => removeFromCanvas(session, [], [wire.key])}
        >
          <IconTrash size={14} stroke={1.8} />
        </button>
      </div>
    </EdgeLabelRenderer>
  );
};
