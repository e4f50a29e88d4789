import type { ParameterDefinition, ParameterType } from '@millrace/contract';
import type { ComponentType } from 'react';
import type { ParameterPath } from '../../workflow/types.ts';

export interface ParameterInputProps<T extends ParameterType = ParameterType> {
  definition: Extract<ParameterDefinition, { type: T }>;
  path: ParameterPath;
  /** The stored value, or the default. Not an expression, but for the types that hold expressions inside. */
  value: unknown;
  /** Id of the control, for its label. */
  id: string;
  readOnly: boolean;
  invalid: boolean;
  onChange(value: unknown): void;
  /** Shows the issues of the field. */
  onBlur(): void;
}

export interface ParameterInput<T extends ParameterType> {
  Component: ComponentType<ParameterInputProps<T>>;
  /**
   * value: a labelled field that may be an expression as a whole. group: a heading with fields that may each be one. bare: no label at all.
   */
  layout: 'value' | 'group' | 'bare';
}

/** An input whose definition is of whatever type it was looked up by. */
export interface AnyParameterInput {
  Component: ComponentType<Omit<ParameterInputProps, 'definition'> & { definition: ParameterDefinition }>;
  layout: ParameterInput<ParameterType>['layout'];
}
