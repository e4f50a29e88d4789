import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EdgeLabelRenderer } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { t } from '../messages/index.ts';
import iconButton from '../ui/icon-button.module.css';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import type { Wire } from '../workflow/types.ts';
import { removeFromCanvas } from './actions.ts';
import type { FlowWire } from './flow-model.ts';
import type { Point } from './geometry.ts';
import { chipHeight, type ItemLabel, labelOnWire } from './item-label.ts';
import styles from './wire.module.css';
import { besideWire, type WireCourse, wireCourse } from './wire-path.ts';

interface WireLineProps {
  shown: FlowWire;
  /** That it has carried in the shown run; undefined if the node before it has not run. */
  items: number | undefined;
  isRunning: boolean;
  isHovered: boolean;
  isDropTarget: boolean;
}

/** A wire: what it carried in the shown run, and buttons on it while the pointer is there. */
export const WireLine = memo(({ shown, items, isRunning, isHovered, isDropTarget }: WireLineProps) => {
  const { wire, isSelected, source, target, labels } = shown;
  const course = useMemo(
    () => wireCourse(source, target, wire.sourceType === 'main' ? 'horizontal' : 'vertical'),
    [source, target, wire.sourceType],
  );
  const label = items !== undefined && items > 0 ? labelOnWire(items, source, target, labels) : undefined;
  return (
    <g
      className={styles.wire}
      data-wire={wire.key}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || isDropTarget || undefined}
      data-ran={items !== undefined && items > 0 ? true : undefined}
      data-kind={wire.sourceType === 'main' ? undefined : 'side'}
    >
      <path d={course.path + course.arrow} className={styles.line} />
      <path d={course.path} className={styles.reach} />
      {isRunning && <circle r={4} className={styles.traveller} style={{ offsetPath: `path("${course.path}")` }} />}
      {label !== undefined && !isHovered && <ItemChip label={label} at={course.middle} />}
      {isHovered && <WireButtons wire={wire} course={course} />}
    </g>
  );
});

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
            className={iconButton.button}
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
          className={iconButton.button}
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
