import type { DataTableColumnType, DataTableValue } from '@millrace/contract';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { editedText, editedValue, problemOf } from './cell-text.ts';
import classes from './data-tables.module.css';

export type Step = 'stay' | 'down' | 'next' | 'before';

/** A cell while it is changed. Enter stores and goes down, Tab stores and goes on, Escape leaves it as it was. What does not fit stays, with the reason. */
export const CellEditor = ({
  type,
  value,
  typed,
  label,
  isNarrow,
  onDone,
}: {
  type: DataTableColumnType;
  value: DataTableValue | undefined;
  /** With what it was begun, in place of the value. */
  typed?: string;
  label: string;
  isNarrow?: boolean;
  /** @param changed undefined: nothing */
  onDone: (changed: DataTableValue | undefined, step: Step) => void;
}) => {
  const initial = editedText(type, value);
  const [text, setText] = useState(typed ?? initial);
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const isOver = useRef(false);
  const end = (step: Step, isKept = true, chosen = text) => {
    if (isOver.current) return;
    const found = isKept && chosen !== initial ? problemOf(type, chosen) : undefined;
    setProblem(found);
    if (found !== undefined) return;
    isOver.current = true;
    onDone(isKept && chosen !== initial ? editedValue(type, chosen) : undefined, step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') end('stay', false);
    else if (event.key === 'Enter') end('down');
    else if (event.key === 'Tab') {
      event.preventDefault();
      end(event.shiftKey ? 'before' : 'next');
    }
  };
  const shared = { 'aria-label': label, autoFocus: true, onKeyDown, onBlur: () => end('stay') };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field in it has the focus
    // biome-ignore lint/a11y/useSemanticElements: a table of this many rows is no table element
    <div role="gridcell" className={`${classes.cell} ${classes.editing} ${isNarrow ? classes.narrow : ''}`}>
      {type === 'boolean' ? (
        <select {...shared} value={text} onChange={(event) => end('stay', true, event.currentTarget.value)}>
          <option value="" />
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      ) : (
        <input
          {...shared}
          value={text}
          type={type === 'date' ? 'datetime-local' : 'text'}
          step={type === 'date' ? 1 : undefined}
          inputMode={type === 'number' ? 'decimal' : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
      )}
      {problem !== undefined && (
        <span id={problemId} role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </div>
  );
};
