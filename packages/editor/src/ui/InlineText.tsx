import { type KeyboardEvent, useState } from 'react';
import classes from './InlineText.module.css';

/** A text that becomes a field on click: Enter, saving and leaving it submit, Escape goes back. `onSubmit` gives false to refuse. */
export const InlineText = ({
  value,
  shown = value,
  label,
  placeholder,
  error,
  maxLength,
  onSubmit,
  onCancel = () => {},
  isFixed,
}: {
  value: string;
  /** What is shown of it while it is not edited; all if left out. */
  shown?: string;
  label: string;
  placeholder: string;
  error?: string;
  maxLength?: number;
  onSubmit: (text: string) => boolean;
  onCancel?: () => void;
  /** It cannot be changed. */
  isFixed?: boolean;
}) => {
  const [text, setText] = useState<string>();

  const submit = () => {
    if (text !== undefined && onSubmit(text)) setText(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const saves = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
    if (!saves) event.stopPropagation();
    if (saves || event.key === 'Enter') submit();
    if (event.key === 'Escape') {
      setText(undefined);
      onCancel();
    }
  };

  if (isFixed) {
    return (
      <span className={classes.text} data-fixed title={value}>
        {shown || placeholder}
      </span>
    );
  }
  if (text === undefined) {
    return (
      <button
        type="button"
        className={classes.text}
        title={value}
        aria-label={`${label}: ${value}`}
        onClick={() => setText(value)}
      >
        {shown || placeholder}
      </button>
    );
  }
  return (
    <span className={classes.sizer} data-value={text || placeholder}>
      <input
        className={classes.input}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed
        autoFocus
        value={text}
        placeholder={placeholder}
        maxLength={maxLength}
        aria-label={label}
        aria-invalid={error !== undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={submit}
        onKeyDown={onKeyDown}
      />
    </span>
  );
};
