import type { RefObject } from 'react';
import type { Complete } from './evaluation.ts';

/** What a text is. */
export interface CodeLook {
  /** template: text with `{{ }}` parts. */
  language: 'template' | 'json' | 'javascript' | 'sql' | 'html' | 'css' | 'text';
  /** Of `sql`, by the name that the parameter gives; standard SQL where that is not known. */
  sqlDialect?: string;
  /** Of `javascript`: `function` or `functionItem`, which say what the code is called with. */
  codeAutocomplete?: string;
}

export interface CodeEditorProps extends CodeLook {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** Name for screen readers. */
  label: string;
  id?: string;
  placeholder?: string;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Where the cursor stands when the focus is taken; at the end if left out. Open braces before it are closed. */
  caret?: number;
  lineNumbers?: boolean;
  /** Tab indents instead of leaving the field. */
  indentWithTab?: boolean;
  /** Escape leaves the field, for whatever Escape does outside of it the next time. */
  escapeLeaves?: boolean;
  /** Takes what puts code in at the cursor: within the braces of a template, or with braces of its own. */
  insert?: RefObject<((code: string) => void) | null>;
  /** Character to mark as wrong. */
  errorAt?: number;
  /** For templates and JavaScript: what is offered while one types. */
  complete?: Complete;
  className?: string;
}
