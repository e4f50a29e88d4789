import type { Complete } from './evaluation.ts';

export interface CodeEditorProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** template: text with `{{ }}` parts. */
  language: 'template' | 'json' | 'javascript' | 'text';
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
  /** Character to mark as wrong. */
  errorAt?: number;
  /** For templates: what is offered while one types. */
  complete?: Complete;
  className?: string;
}
