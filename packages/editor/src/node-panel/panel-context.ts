import type { NodeTypeDescription, ParameterType, WorkflowNode } from '@millrace/contract';
import type { ParameterIssue } from '@millrace/engine';
import { createContext, useContext } from 'react';
import type { NodeKey, ParameterPath, WorkflowDocument } from '../workflow/types.ts';
import type { CodeLook } from './expression/code-editor-props.ts';
import type { Complete, Evaluate } from './expression/evaluation.ts';
import type { StoredValues } from './parameters/change-parameter.ts';
import type { AnyParameterInput } from './parameters/parameter-input.ts';

/** What every field needs to know, of a node as of a credential. It stays the same while a person types, so that only the field typed in draws again. */
export interface FieldsContext {
  typeVersion: number;
  /** False for what was just added: empty fields are then told of only after they were left. */
  showsRequired: boolean;
  readOnly: boolean;
  expressionsDisabled: boolean;
  /** Expressions are shown as they are written, without results. */
  isPreview?: boolean;
  /** Whether any data is there to evaluate expressions on. */
  hasInput: boolean;
  /** Over the data of the item that is looked at. */
  evaluate: Evaluate;
  /** For the text of a field, which goes without the leading `=`. */
  complete: Complete;
  /**
   * Stores a value; undefined resets it to the default.
   * @param typing keystrokes in one field become one step of the history. True for text and numbers if left out.
   */
  change(path: ParameterPath, value: unknown, typing?: boolean): void;
  /** Stores values of several parameters as one step of the history. */
  changeAll(values: Readonly<Record<string, unknown>>): void;
  /** The control of a parameter type. Comes this way since some controls hold further fields. */
  inputFor(type: ParameterType): AnyParameterInput;
  /** Opens the large editor for a field. */
  openEditor(request: EditorRequest): void;
}

/** What the fields of a node need beyond that. */
export interface PanelContext extends FieldsContext {
  key: NodeKey;
  /** Null for a workflow that is not stored yet. */
  workflowId: string | null;
  description: NodeTypeDescription;
  /** As it is, but for the parameters of the open node, which may be older. */
  document: WorkflowDocument;
  /** The value of a text of the node type, over the present parameters. @throws ExpressionError */
  typeText(text: string): unknown;
}

/** What changes with each keystroke. Whoever reads it draws again each time. */
export interface FieldValues {
  /** As they are stored, without defaults. */
  stored: StoredValues;
  /** The same with defaults filled in. */
  values: StoredValues;
  issues: readonly ParameterIssue[];
}

/** Items of the first input, among which one is chosen for the live results. */
export interface ChosenItem {
  itemCount: number;
  /** So many of them are here; of a result that is too large, the first ones. */
  loadedCount: number;
  itemIndex: number;
  chooseItem(index: number): void;
}

export interface OpenNode extends FieldValues {
  node: WorkflowNode;
}

export interface EditorRequest extends CodeLook {
  title: string;
  path: ParameterPath;
  /** Lines that the parameter asks for. */
  rows?: number;
}

const Context = createContext<FieldsContext | PanelContext | null>(null);
export const FieldsProvider = Context.Provider;

/** Also for `use`, by those who need the values only now and then. */
export const FieldValuesContext = createContext<FieldValues | OpenNode | null>(null);

const given = <T>(value: T | null): T => {
  if (value === null) throw new Error('Used outside of fields');
  return value;
};

export const useFields = (): FieldsContext => given(useContext(Context));
export const useFieldValues = (): FieldValues => given(useContext(FieldValuesContext));

const isPanel = (fields: FieldsContext | PanelContext): fields is PanelContext => 'key' in fields;
const isOpenNode = (values: FieldValues | OpenNode): values is OpenNode => 'node' in values;

export const usePanel = (): PanelContext => {
  const fields = given(useContext(Context));
  if (!isPanel(fields)) throw new Error('Used outside of the node panel');
  return fields;
};

export const useOpenedNode = (): OpenNode => {
  const values = given(useContext(FieldValuesContext));
  if (!isOpenNode(values)) throw new Error('Used outside of the node panel');
  return values;
};
