import type { NodeTypeDescription, ParameterType, WorkflowNode } from '@millrace/contract';
import type { ParameterIssue } from '@millrace/engine';
import { createContext, useContext } from 'react';
import type { NodeKey, ParameterPath, WorkflowDocument } from '../workflow/types.ts';
import type { Complete, Evaluate } from './expression/evaluation.ts';
import type { StoredValues } from './parameters/change-parameter.ts';
import type { AnyParameterInput } from './parameters/parameter-input.ts';

/** What every field of the open node needs to know. It stays the same while a person types, so that only the field typed in draws again. */
export interface PanelContext {
  key: NodeKey;
  /** Null for a workflow that is not stored yet. */
  workflowId: string | null;
  description: NodeTypeDescription;
  typeVersion: number;
  /** As it is, but for the parameters of the open node, which may be older. */
  document: WorkflowDocument;
  /** False for a node that was just added: empty fields are then told of only after they were left. */
  showsRequired: boolean;
  readOnly: boolean;
  expressionsDisabled: boolean;
  /** Whether any data is there to evaluate expressions on. */
  hasInput: boolean;
  /** Over the data of the item that is looked at. */
  evaluate: Evaluate;
  /** For the text of a field, which goes without the leading `=`. */
  complete: Complete;
  /** The value of a text of the node type, over the present parameters. @throws ExpressionError */
  typeText(text: string): unknown;
  /**
   * Stores a value; undefined resets it to the default.
   * @param typing keystrokes in one field become one step of the history. True for text and numbers if left out.
   */
  change(path: ParameterPath, value: unknown, typing?: boolean): void;
  /** Stores values of several parameters of the node as one step of the history. */
  changeAll(values: Readonly<Record<string, unknown>>): void;
  /** The control of a parameter type. Comes this way since some controls hold further fields. */
  inputFor(type: ParameterType): AnyParameterInput;
  /** Opens the large editor for a field. */
  openEditor(request: EditorRequest): void;
}

/** What changes with each keystroke. Whoever reads it draws again each time. */
export interface OpenNode {
  node: WorkflowNode;
  /** Stored parameters with defaults filled in. */
  values: StoredValues;
  issues: readonly ParameterIssue[];
}

export interface EditorRequest {
  title: string;
  path: ParameterPath;
  language: 'template' | 'json' | 'javascript' | 'text';
}

const Context = createContext<PanelContext | null>(null);
export const PanelProvider = Context.Provider;

/** Also for `use`, by those who need the values only now and then. */
export const OpenNodeContext = createContext<OpenNode | null>(null);

export const useOpenedNode = (): OpenNode => {
  const opened = useContext(OpenNodeContext);
  if (!opened) throw new Error('Used outside of the node panel');
  return opened;
};

export const usePanel = (): PanelContext => {
  const panel = useContext(Context);
  if (!panel) throw new Error('Used outside of the node panel');
  return panel;
};
