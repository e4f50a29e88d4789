import { limits } from '@millrace/contract';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { ViewportPortal } from '@xyflow/react';
import { type PointerEvent, useRef } from 'react';
import { t } from '../../messages/commands.ts';
import iconButton from '../../ui/icon-button.module.css';
import { moveNodes } from '../../workflow/commands/index.ts';
import { changeGroup, groupsOf, type NodeGroup, nodesIn, removeGroup } from '../../workflow/groups.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { dragGroup, openMenu, renameGroup, useCanvasState } from '../canvas-state.ts';
import { boxOf, type FlowNode } from '../flow-model.ts';
import { type Box, type Point, snapPoint } from '../geometry.ts';
import { NoteColors } from '../NoteColors.tsx';
import { canvasPoint } from '../view.ts';
import { framesOf } from './frames.ts';
import styles from './groups.module.css';

/** The frames around grouped nodes, behind them, and collapsed groups. */
export const GroupLayer = ({ nodes }: { nodes: ReadonlyMap<string, FlowNode> }) => {
  const groups = useWorkflow((state) => groupsOf(state.document));
  const frames = framesOf(groups, (key) => {
    const node = nodes.get(key);
    return node && boxOf(node);
  });
  return (
    <ViewportPortal>
      {frames.map(({ group, box, depth }) => (
        <GroupFrame key={group.id} group={group} box={box} depth={depth} />
      ))}
    </ViewportPortal>
  );
};

const GroupFrame = ({ group, box, depth }: { group: NodeGroup; box: Box; depth: number }) => {
  const session = useSession();
  const readOnly = useWorkflow((state) => state.readOnly);
  const count = useWorkflow((state) => nodesIn(group.id, groupsOf(state.document)).length);
  const isSelected = useWorkflow((state) => {
    const keys = nodesIn(group.id, groupsOf(state.document));
    return keys.length === state.selection.size && keys.every((key) => state.selection.has(key));
  });
  const isRenaming = useCanvasState((state) => state.renamingGroup === group.id);
  const setIsRenaming = (isOn: boolean) => renameGroup(session, isOn ? group.id : null);
  const drag = useGroupDrag(group.id);
  const { title, color, isCollapsed } = group;
  const shown = title || t('group.untitled');
  const toggleLabel = t(isCollapsed ? 'group.expand' : 'group.collapse', { title: shown });
  return (
    <div
      className={styles.frame}
      data-color={color}
      data-collapsed={isCollapsed || undefined}
      data-selected={isSelected || undefined}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height, zIndex: isCollapsed ? 3 : depth - 20 }}
    >
      {isCollapsed && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same by keyboard
        <div
          className={styles.stack}
          aria-hidden="true"
          {...drag}
          onDoubleClick={() => session.dispatch('history.changeGroup', changeGroup(group.id, { isCollapsed: false }))}
        >
          {count}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        className={styles.head}
        role="group"
        aria-label={t('group.label', { title: shown, count })}
        {...(isRenaming ? {} : drag)}
        onContextMenu={(event) => {
          event.preventDefault();
          session.select(nodesIn(group.id, groupsOf(session.state().document)));
          const place = { x: event.clientX, y: event.clientY };
          openMenu(session, { ...place, point: canvasPoint(session, place), target: { kind: 'nodes' } });
        }}
      >
        <button
          type="button"
          className={`${iconButton.button} ${styles.toggle}`}
          aria-expanded={!isCollapsed}
          aria-label={toggleLabel}
          title={toggleLabel}
          disabled={readOnly}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => session.dispatch('history.changeGroup', changeGroup(group.id, { isCollapsed: !isCollapsed }))}
        >
          {isCollapsed ? <IconChevronRight size={15} stroke={2} /> : <IconChevronDown size={15} stroke={2} />}
        </button>
        {isRenaming ? (
          <input
            className={styles.field}
            aria-label={t('group.title')}
            defaultValue={title}
            maxLength={limits.nodeNameMaxLength}
            // biome-ignore lint/a11y/noAutofocus: a double click on the title has asked for it
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            onPointerDown={(event) => event.stopPropagation()}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Escape') event.currentTarget.value = title;
              if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
            }}
            onBlur={(event) => {
              setIsRenaming(false);
              const next = event.currentTarget.value.trim();
              if (next !== title) session.dispatch('history.changeGroup', changeGroup(group.id, { title: next }));
            }}
          />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: F2 and the palette rename as well
          <span className={styles.title} title={shown} onDoubleClick={() => !readOnly && setIsRenaming(true)}>
            {shown}
          </span>
        )}
        {!readOnly && !isCollapsed && (
          <span className={styles.tools} onPointerDown={(event) => event.stopPropagation()}>
            <NoteColors
              color={color}
              onChoose={(next) => session.dispatch('history.changeGroup', changeGroup(group.id, { color: next }))}
              onDelete={() => session.dispatch('history.removeGroup', removeGroup(group.id))}
              deleteLabel={t('command.ungroup')}
            />
          </span>
        )}
      </div>
    </div>
  );
};

/** The title moves all that is in the group; a press without a movement selects it. */
const useGroupDrag = (id: string) => {
  const session = useSession();
  const start = useRef<Point | null>(null);
  const moved = useRef<Point>({ x: 0, y: 0 });
  const keys = () => nodesIn(id, groupsOf(session.state().document));
  const end = (isDropped: boolean) => {
    if (!start.current) return;
    start.current = null;
    const { x, y } = moved.current;
    const { nodes } = session.state().document;
    if (isDropped && (x !== 0 || y !== 0)) {
      const places = keys().flatMap((key) => {
        const place = nodes[key]?.data.position;
        return place ? [[key, { x: place[0] + x, y: place[1] + y }] as const] : [];
      });
      session.dispatch('history.moveNodes', moveNodes(places));
    }
    dragGroup(session, null);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      session.select(keys());
      if (session.state().readOnly) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = canvasPoint(session, { x: event.clientX, y: event.clientY });
      moved.current = { x: 0, y: 0 };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start.current) return;
      const at = canvasPoint(session, { x: event.clientX, y: event.clientY });
      const by = snapPoint({ x: at.x - start.current.x, y: at.y - start.current.y }, limits.canvasGrid);
      if (by.x === moved.current.x && by.y === moved.current.y) return;
      moved.current = by;
      dragGroup(session, { keys: new Set(keys()), by });
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
};
