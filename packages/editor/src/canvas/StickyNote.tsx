import { type NodeProps, NodeResizer, NodeToolbar, Position } from '@xyflow/react';
import { memo, Suspense, useEffect, useRef } from 'react';
import { t } from '../messages/index.ts';
import { setParameter } from '../workflow/commands/index.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import type { NodeKey } from '../workflow/types.ts';
import { removeFromCanvas } from './actions.ts';
import { startNoteEdit, useCanvasState } from './canvas-state.ts';
import type { NoteNode } from './flow-model.ts';
import { laterPart } from './later-part.tsx';
import { NoteColors } from './NoteColors.tsx';
import styles from './note.module.css';
import { resizeNote } from './resize-note.ts';
import { noteLook, noteSize } from './sticky-note.ts';

/** The note lies behind everything, its buttons do not. */
const aboveAll = { zIndex: 10 };

/** A note behind the nodes: Markdown; a double click edits it. */
export const StickyNote = memo(({ id, data, selected, dragging }: NodeProps<NoteNode>) => {
  const session = useSession();
  const look = noteLook(data.node.data);
  const readOnly = useWorkflow((state) => state.readOnly);
  const isAlone = useWorkflow((state) => state.selection.size === 1);
  const isEditing = useCanvasState((state) => state.editingNote === id);
  const isHovered = useCanvasState((state) => state.hovered === id);
  return (
    <div className={styles.note} data-color={look.color} data-selected={selected || undefined}>
      {selected && isAlone && !readOnly && (
        <NodeResizer
          minWidth={noteSize.minWidth}
          minHeight={noteSize.minHeight}
          lineClassName={styles.edge}
          handleClassName={styles.corner}
          onResizeEnd={(_, box) => session.dispatch('history.resizeSticky', resizeNote(id, box))}
        />
      )}
      {isEditing ? <NoteField id={id} content={look.content} /> : <NoteText content={look.content} />}
      <NodeToolbar
        isVisible={isHovered && !dragging && !readOnly && !isEditing}
        position={Position.Top}
        align="start"
        offset={0}
        style={aboveAll}
      >
        <NoteColors
          color={look.color}
          onChoose={(color) => session.dispatch('history.editSticky', setParameter(id, ['color'], color))}
          onDelete={() => removeFromCanvas(session, [id])}
        />
      </NodeToolbar>
    </div>
  );
});

interface NoteTextProps {
  content: string;
  className?: string;
}

/** As it was typed: where what reads Markdown cannot be loaded. */
const PlainText = ({ content, className }: NoteTextProps) => (
  <div className={className} data-plain>
    {content}
  </div>
);

const NoteMarkdown = laterPart(() =>
  import('../ui/Markdown.tsx').then(
    (file) => ({ default: file.Markdown }),
    () => ({ default: PlainText }),
  ),
);

const NoteText = ({ content }: { content: string }) => {
  if (content.trim() === '') return <p className={styles.empty}>{t('canvas.note.empty')}</p>;
  return (
    <Suspense fallback={null}>
      <NoteMarkdown content={content} className={styles.text} />
    </Suspense>
  );
};

const NoteField = ({ id, content }: { id: NodeKey; content: string }) => {
  const session = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <textarea
      ref={field}
      className={`${styles.field} nodrag nopan nowheel`}
      aria-label={t('canvas.note.field')}
      placeholder={t('canvas.note.placeholder')}
      defaultValue={content}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      onChange={(event) =>
        session.dispatch('history.editSticky', setParameter(id, ['content'], event.currentTarget.value), {
          group: `note ${id}`,
        })
      }
      onBlur={() => startNoteEdit(session, null)}
    />
  );
};
