import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor-props.ts';
import classes from './LazyCodeEditor.module.css';

/** Fetches the editor ahead, so that a field that becomes an expression loses no keystroke. */
export const loadCodeEditor = async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor });
const CodeEditor = lazy(loadCodeEditor);

/** The code editor; a plain text field stands in until its chunk is there. */
export const LazyCodeEditor = (props: CodeEditorProps) => (
  <Suspense
    fallback={
      <textarea
        className={`${classes.fallback} ${props.className ?? ''}`}
        aria-label={props.label}
        rows={1}
        value={props.value}
        readOnly={props.readOnly}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
      />
    }
  >
    <CodeEditor {...props} />
  </Suspense>
);
