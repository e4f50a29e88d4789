import type { Json, ReadonlyJson } from '../json.ts';
import type { DisplayOptions } from './display.ts';
import type { FieldType } from './field-type.ts';
import type { ResourceLocatorMode, ValueExtractor } from './resource-locator.ts';
import type { ParameterRouting } from './routing.ts';
import type { TypeOptions } from './type-options.ts';

export interface ParameterOption {
  name: string;
  value: string | number | boolean;
  description?: string;
  /** What the choice does, for lists of a node's operations. */
  action?: string;
  displayOptions?: DisplayOptions;
  /** Shown, and cannot be chosen. */
  disabled?: boolean;
  routing?: ParameterRouting;
  /** The kind of output that the node has with this choice. */
  outputConnectionType?: string;
  inputSchema?: Json;
}

export interface ParameterGroup {
  name: string;
  displayName: string;
  values: readonly ParameterDefinition[];
}

export interface ParameterBase {
  name: string;
  displayName: string;
  description?: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  displayOptions?: DisplayOptions;
  /** Where these hold, the parameter is shown and cannot be changed. */
  disabledOptions?: DisplayOptions;
  /** True where an expression makes no sense: the value is taken as it stands. */
  noDataExpression?: boolean;
  /** The type is that of the field in the editor alone: a node gets the value as it is written, or as its expression gives it. */
  keepsType?: boolean;
  /** What the value must be; it is converted to that before the node gets it. */
  validateType?: FieldType;
  /** With `validateType`: the editor tells, and the node gets the value as it is. */
  ignoreValidationDuringExecution?: boolean;
  /** The value names a field of the items, or several with commas between; a field that is dropped on it gives its path. */
  requiresDataPath?: 'single' | 'multiple';
  /** What a node gets that asks for the extracted value. */
  extractValue?: ValueExtractor;
  /** What it adds to the request of a declarative node. */
  routing?: ParameterRouting;
  /** Shown among the node's settings. */
  isNodeSetting?: boolean;
  /** Left out where a type takes its properties from another one. */
  doNotInherit?: boolean;
  typeOptions?: TypeOptions;
}

interface ChoiceBase extends ParameterBase {
  options?: readonly ParameterOption[];
  /** Values that are not among the options are right as well. */
  allowArbitraryValues?: boolean;
}

/** All parameter types. A new member asks, through total maps over `type`, for its validator in engine and its input in editor. */
export type ParameterDefinition =
  | (ParameterBase & { type: 'string'; default: string | readonly string[] })
  | (ParameterBase & { type: 'number'; default: number | null | readonly number[] })
  | (ParameterBase & { type: 'boolean'; default: boolean })
  | (ParameterBase & { type: 'dateTime'; default: string })
  | (ParameterBase & { type: 'color'; default: string })
  | (ParameterBase & { type: 'json'; default: ReadonlyJson })
  | (ChoiceBase & { type: 'options'; default: string | number | boolean })
  | (ChoiceBase & { type: 'multiOptions'; default: readonly (string | number)[] })
  | (ParameterBase & {
      type: 'collection';
      default: { readonly [key: string]: ReadonlyJson | undefined };
      options: readonly ParameterDefinition[];
    })
  | (ParameterBase & {
      type: 'fixedCollection';
      default: { readonly [key: string]: ReadonlyJson | undefined };
      options: readonly ParameterGroup[];
    })
  | (ParameterBase & { type: 'notice'; default: '' })
  | (ParameterBase & { type: 'callout'; default: '' })
  | (ParameterBase & { type: 'hidden'; default: ReadonlyJson })
  | (ParameterBase & { type: 'filter'; default: ReadonlyJson })
  | (ParameterBase & { type: 'assignmentCollection'; default: ReadonlyJson })
  | (ParameterBase & { type: 'resourceLocator'; default: ReadonlyJson; modes: readonly ResourceLocatorMode[] })
  | (ParameterBase & { type: 'resourceMapper'; default: ReadonlyJson })
  | (ParameterBase & { type: 'workflowSelector'; default: ReadonlyJson })
  | (ParameterBase & { type: 'icon'; default: ReadonlyJson })
  | (ParameterBase & { type: 'button'; default: string })
  | (ParameterBase & { type: 'curlImport'; default: '' })
  /** Marks the place of the node's credentials among its parameters. */
  | (ParameterBase & { type: 'credentials'; default: '' })
  /** The value is the name of a credential type, out of those that `credentialTypes` allows. */
  | (ParameterBase & { type: 'credentialsSelect'; default: string; credentialTypes?: readonly string[] });

export type ParameterType = ParameterDefinition['type'];
