import type { Json } from '../json.ts';
import type { FieldType } from './field-type.ts';
import type { ParameterRouting } from './routing.ts';

/** What there is to say of a parameter beyond its type. Each option counts for the types that its comment names. */
export interface TypeOptions {
  /** Lines of a text field (string, json). */
  rows?: number;
  /** Shown as dots (string). */
  password?: boolean;
  /** Read only, with a button that copies it (string). */
  copyButton?: boolean;
  /** Written in a code editor (string). */
  editor?: ParameterEditor;
  editorIsReadOnly?: boolean;
  editorLanguage?: string;
  /** Dialect that an `sqlEditor` completes and colours. */
  sqlDialect?: string;
  /** Opens the large editor at once (string, json). */
  alwaysOpenEditWindow?: boolean;
  codeAutocomplete?: string;
  /** Holds the name of a field with binary data (string). */
  binaryDataProperty?: boolean;

  /** (number) */
  minValue?: number;
  maxValue?: number;
  /** Decimal places. */
  numberPrecision?: number;
  numberStepSize?: number;

  /** A day without a time (dateTime). */
  dateOnly?: boolean;
  /** With transparency (color). */
  showAlpha?: boolean;
  /** Renewed by a credential when it has expired (hidden, in credentials). */
  expirable?: boolean;

  /** Takes a list of values (string, number, boolean, dateTime, collection, fixedCollection). */
  multipleValues?: boolean;
  multipleValueButtonText?: string;
  sortable?: boolean;

  /** Where choices come from (options, multiOptions): a method of the node type, or a request. */
  loadOptionsMethod?: string;
  loadOptions?: { routing?: ParameterRouting } & { readonly [key: string]: Json | ParameterRouting | undefined };
  /** Names of parameters after whose change choices and columns are loaded anew (options, multiOptions, resourceLocator, resourceMapper). */
  loadOptionsDependsOn?: readonly string[];
  reloadOnChange?: boolean;

  /** (fixedCollection) */
  minRequiredFields?: number;
  maxAllowedFields?: number;
  /** Fields that are not required are added one by one. */
  hideOptionalFields?: boolean;
  addOptionalFieldButtonText?: string;
  /** On a field within `hideOptionalFields`: it is always there. */
  showEvenWhenOptional?: boolean;
  fixedCollection?: {
    /** Title of an entry: text with expressions over `$collection.item.value` and `$collection.item.index`. */
    itemTitle?: string;
    /** The fields of an entry side by side. */
    layout?: 'inline';
  };

  filter?: FilterTypeOptions;
  /** (assignmentCollection) */
  assignment?: { hideType?: boolean; defaultType?: FieldType; disableType?: boolean };
  resourceMapper?: ResourceMapperTypeOptions;

  /** (button) */
  buttonConfig?: ButtonConfig;
  /** (callout) */
  calloutAction?: CalloutAction;
  /** `ndv-…` classes of other editors (notice); nothing is drawn from it. */
  containerClass?: string;
  /** A heading between parameters in place of a box (notice). */
  sectionHeader?: boolean;
}

export type ParameterEditor =
  | 'code'
  | 'json'
  | 'html'
  | 'sql'
  | 'codeNodeEditor'
  | 'jsEditor'
  | 'htmlEditor'
  | 'sqlEditor'
  | 'cssEditor';

export interface FilterTypeOptions {
  caseSensitive?: boolean | string;
  typeValidation?: 'strict' | 'loose' | (string & {});
  /** The left side of each condition, which then cannot be changed. */
  leftValue?: string;
  allowedCombinators?: readonly ('and' | 'or')[];
  maxConditions?: number;
  version?: number | string;
}

export interface ResourceMapperTypeOptions {
  /** add: rows are made, nothing is matched. update, upsert: rows are found by matching columns. map: fields are filled in. */
  mode: 'add' | 'update' | 'upsert' | 'map';
  /** Method of the node type that gives the columns; the local one needs neither credentials nor the network. */
  resourceMapperMethod?: string;
  localResourceMapperMethod?: string;
  valuesLabel?: string;
  /** What a column is called, in lower case. */
  fieldWords?: { singular: string; plural: string };
  /** New columns are part of the mapping at once. */
  addAllFields?: boolean;
  noFieldsError?: string;
  hideNoDataError?: boolean;
  multiKeyMatch?: boolean;
  supportAutoMap?: boolean;
  matchingFieldsLabels?: { title?: string; description?: string; hint?: string };
  showTypeConversionOptions?: boolean;
  allowEmptyValues?: boolean;
  refreshIncompleteSchemaOnOpen?: boolean;
  refreshStaleSchemaOnOpen?: boolean;
}

export interface ButtonConfig {
  label?: string;
  /**
   * `handler` is a method of the node type, which gets what was typed. Its answer becomes the value of the parameter `target`; without a target it is an object of
   * parameters that are changed.
   */
  action?: string | { type: string; handler?: string; target?: string };
  /** A text is typed in before; it is the button's value. */
  hasInputField?: boolean;
  inputFieldMaxLength?: number;
}

export interface CalloutAction {
  type: string;
  label: string;
  icon?: string;
  templateId?: string;
  /** Of `openUrl`. */
  url?: string;
}
