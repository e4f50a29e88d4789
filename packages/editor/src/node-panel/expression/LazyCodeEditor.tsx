import { Suspense } from 'react';
import { comesLater } from '../../ui/comes-later.tsx';
import type { CodeEditorProps } from './code-editor-props.ts';
import classes from './LazyCodeEditor.module.css';

const CodeEditor = comesLater(async () => (await import('./CodeEditor.tsx')).CodeEditor);
/** Fetches the editor ahead, so that a field that becomes an expression loses no keystroke. */
export const loadCodeEditor = CodeEditor.fetch;

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
