import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor-props.ts';
import classes from './LazyCodeEditor.module.css';

const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }));

/** The code editor; a plain text field stands in until its chunk is there. */
export const LazyCodeEditor = (props: CodeEditorProps) => (
  <Suspense
    fallback={
      <textarea
        className={`${classes.fallback} ${props.className ?? ''}`}
        aria-label={props.label}
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
