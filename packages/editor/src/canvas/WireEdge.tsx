import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo, useEffect, useRef, useState } from 'react';
import { t } from '../messages/index.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import type { Wire, WorkflowState } from '../workflow/types.ts';
import { removeFromCanvas } from './actions.ts';
import { useCanvasState } from './canvas-state.ts';
import type { FlowEdge } from './flow-model.ts';
import { labelOnWire } from './item-label.ts';
import styles from './wire.module.css';
import { besideWire, type WireCourse, wireCourse } from './wire-path.ts';

/** How long the buttons on a wire stay after the pointer has left it: it has to reach them. */
const hideDelay = 220;

/** A wire: what it carried in the shown run, and buttons on it while the pointer is there. */
export const WireEdge = memo((props: EdgeProps<FlowEdge>) => {
  const { id, data, selected, sourceX, sourceY, targetX, targetY } = props;
  const wire = data!.wire;
  const items = useWorkflow((state) => itemsOn(wire, state));
  const isRunning = useWorkflow((state) => carriesItemsNow(wire, state));
  const isDropTarget = useCanvasState((state) => state.dropWire === id);
  const [isHovered, enter, leave] = useHover();
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
      <path d={course.path} className={styles.line} />
      <path
        d={course.path}
        className={`${styles.reach} react-flow__edge-interaction`}
        onPointerEnter={enter}
        onPointerLeave={leave}
      />
      {isRunning && <circle r={4} className={styles.traveller} style={{ offsetPath: `path("${course.path}")` }} />}
      {label !== undefined && !isHovered && (
        <text className={styles.items} x={course.middle.x + label.shift} y={course.middle.y - 7}>
          {label.text}
        </text>
      )}
      {isHovered && <WireButtons wire={wire} course={course} onEnter={enter} onLeave={leave} />}
    </g>
  );
});

const itemsOn = (wire: Wire, { run }: WorkflowState): number | undefined => {
  const node = run.nodes[wire.source];
  return node?.items.get(wire.sourceType)?.[wire.sourceIndex];
};

const carriesItemsNow = (wire: Wire, { run }: WorkflowState): boolean =>
  run.nodes[wire.target]?.phase === 'running' && run.nodes[wire.source]?.phase === 'success';

const useHover = (): [boolean, () => void, () => void] => {
  const [isHovered, setHovered] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const enter = () => {
    clearTimeout(timer.current);
    setHovered(true);
  };
  const leave = () => {
    timer.current = setTimeout(() => setHovered(false), hideDelay);
  };
  return [isHovered, enter, leave];
};

interface WireButtonsProps {
  wire: Wire;
  course: WireCourse;
  onEnter: () => void;
  onLeave: () => void;
}

/** Of both buttons; one alone takes less. */
const buttonsSize = { width: 56, height: 30 };

/** Beside the wire, where it may be changed: a click on the wire itself hits none of them. */
const WireButtons = ({ wire, course, onEnter, onLeave }: WireButtonsProps) => {
  const at = besideWire(course, buttonsSize);
  const session = useSession();
  const readOnly = useWorkflow((state) => state.readOnly);
  if (readOnly) return null;
  return (
    <EdgeLabelRenderer>
      <div
        className={`${styles.buttons} nodrag nopan`}
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
        onPointerEnter={onEnter}
        onPointerLeave={onLeave}
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
