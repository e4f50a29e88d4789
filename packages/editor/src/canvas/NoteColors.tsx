import { IconTrash } from '@tabler/icons-react';
import { t } from '../messages/index.ts';
import iconButton from '../ui/icon-button.module.css';
import styles from './note.module.css';
import { noteColors } from './sticky-note.ts';

interface NoteColorsProps {
  color: number;
  onChoose: (color: number) => void;
  onDelete: () => void;
  /** What the last button does, where it is not “Delete”. */
  deleteLabel?: string;
}

export const NoteColors = ({ color, onChoose, onDelete, deleteLabel = t('canvas.node.delete') }: NoteColorsProps) => (
  <div className={`${styles.toolsPlace} nodrag nopan`}>
    <div className={styles.tools} role="toolbar" aria-label={t('canvas.note.actions')}>
      {noteColors.map((choice) => (
        <button
          key={choice}
          type="button"
          tabIndex={-1}
          className={styles.swatch}
          data-color={choice}
          aria-pressed={choice === color}
          aria-label={t('canvas.note.color', { number: choice })}
          onClick={() => onChoose(choice)}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      ))}
      <button
        type="button"
        tabIndex={-1}
        className={`${iconButton.button} ${styles.tool}`}
        title={deleteLabel}
        aria-label={deleteLabel}
        onClick={onDelete}
      >
        <IconTrash size={14} stroke={1.8} />
      </button>
    </div>
  </div>
);
