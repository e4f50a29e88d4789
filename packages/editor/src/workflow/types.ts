import type {
  ExecutionError,
  ExecutionStatus,
  ItemLists,
  Json,
  NodeKey,
  Ownership,
  TaskData,
  WireKey,
  WorkflowDocument,
} from '@millrace/contract';
import type { Patches } from 'mutative';

export type { DocumentNode, NodeKey, Wire, WireKey, WorkflowDocument } from '@millrace/contract';

/** A user action: changes a draft of the document. Pure but for the draft. */
export type Command = (draft: WorkflowDocument) => void;

export interface HistoryEntry {
  /** Key of the message catalogue: what was done, such as `history.moveNodes`. */
  label: string;
  /** Entries of one group that follow each other closely are one step: keystrokes in one field, a drag. */
  group?: string;
  at: number;
  patches: Patches;
  inverse: Patches;
}

/** State of a node on the canvas during and after a run, folded from push messages. */
export interface NodeRunState {
  phase: 'running' | 'success' | 'error' | 'waiting';
  /** The latest runs of the node in this execution, oldest first. */
  tasks: readonly TaskData[];
  /** How many runs came before those: their results are on the server only. */
  earlier: number;
  /** How many items all runs have sent: connection type → by output. */
  items: ReadonlyMap<string, readonly number[]>;
  /** First items of the latest result by main output, where all of them are too many to be held: for live results of expressions. */
  preview?: ItemLists;
  /** What the node has written to the console: the latest lines, oldest first. */
  console?: readonly string[];
}

/** One node run in the log of a run. */
export interface LogEntry {
  key: NodeKey;
  /** Which run of this node it is, from 0. */
  runIndex: number;
  /** Epoch milliseconds. */
  startTime: number;
  /** Milliseconds. */
  executionTime: number;
  /** By all inputs; undefined where that is not known. */
  itemsIn: number | undefined;
  itemsOut: number;
  /** Items by main output. */
  outputs: readonly number[];
  /** Why it failed. */
  error?: string;
  /** How often it was tried, where that is more than once. */
  tries?: number;
  /** Set for one use of a sub-node: the node run that it served. */
  serves?: { key: NodeKey | undefined; runIndex: number };
  /** It has asked for runs of other nodes instead of giving output. */
  hasAsked: boolean;
}

/** The first `length` of the entries; the list may have grown since. */
export interface RunLog {
  readonly entries: readonly LogEntry[];
  readonly length: number;
  /** The same by node and run (`<key> <run>`). */
  readonly byRun: ReadonlyMap<string, LogEntry>;
}

/** A call that a run waits for before it begins. */
export interface AwaitedCall {
  method: string;
  address: string;
  /** It is a page that a person opens, such as a form. */
  isPage?: boolean;
}

export interface RunView {
  executionId: string | null;
  status: ExecutionStatus | 'waitingForWebhook' | 'starting' | null;
  /** By node key. */
  nodes: Record<NodeKey, NodeRunState>;
  /** Its node runs in the order in which they ended. */
  log: RunLog;
  /** Node names of the graph that runs, to key: messages of the run use them, even after a rename. */
  keys: ReadonlyMap<string, NodeKey>;
  /** The document as it was when this run started: the results hold for it. Null without a run. */
  started: WorkflowDocument | null;
  /** Nodes whose results are shown though another run would give others, since something was changed. Follows edits shortly after. */
  stale: ReadonlySet<NodeKey>;
  /** The run ends with this node. */
  destination: NodeKey | null;
  /** The calls of which one starts the run, while it waits for them. */
  awaited?: readonly AwaitedCall[];
  /** Until then they are waited for, in epoch milliseconds. */
  awaitedUntil?: number;
  /** Until when a run waits that does, as ISO text; null: until someone resumes it. */
  waitTill?: string | null;
  /** From its start to its end, in milliseconds, once it has ended. */
  duration?: number;
  error?: ExecutionError;
}

/** What someone else has stored meanwhile, and the places in which it does not go together with what is here. */
export interface Conflict {
  theirs: WorkflowDocument;
  revision: number;
  places: readonly ConflictPlace[];
}

/** A place that both have changed. */
export interface ConflictPlace {
  /** JSON Pointer into the document. */
  path: string;
  /** What stands there; undefined: it was taken away. */
  mine: unknown;
  theirs: unknown;
}

/** A part of a document beside another one. What was removed is in the document, so that it can be shown. */
export type ChangeKind = 'added' | 'removed' | 'changed';

export interface DocumentMarks {
  nodes: ReadonlyMap<NodeKey, ChangeKind>;
  wires: ReadonlyMap<WireKey, ChangeKind>;
}

export interface WorkflowState {
  /** Id of the stored workflow; null until it is saved. */
  id: string | null;
  active: boolean;
  /** What is stored, as far as it is known here, and its revision: changes are about that. Null until it is stored. */
  base: WorkflowDocument | null;
  revision: number | null;
  /** Of an active workflow: the revision that runs; null: the latest. */
  publishedRevision: number | null;
  readOnly: boolean;
  /** It may be run from here. */
  mayRun: boolean;
  /** It is there to be looked at: the workflow of another page, or an earlier version. Nothing is evaluated on account of what it says. */
  isPreview: boolean;
  /** What differs from another document of the same workflow. */
  marks: DocumentMarks | null;
  /** Whose it is; undefined: it is not stored, or there are no accounts. */
  ownedBy: Ownership['ownedBy'] | undefined;
  /** The person may say with whom it is shared. */
  mayShare: boolean;
  /** The folder that it lies in, or is to be stored in; null: none. */
  folderId: string | null;
  document: WorkflowDocument;
  past: HistoryEntry[];
  future: HistoryEntry[];
  /** Length of `past` at the last save; another length (or -1) means unsaved changes. */
  savedAt: number;
  saving: boolean;
  /** Where what is not saved is kept; null: there is nothing, or it is kept nowhere yet. */
  draft: 'browser' | 'server' | null;
  /** Someone else has stored other changes of the same places; the person is being asked. */
  conflict: Conflict | null;
  /** Why the name that stands in its field cannot be taken; nothing is saved until it can, or is given up. */
  nameProblem?: string | undefined;
  selection: ReadonlySet<NodeKey>;
  selectedWires: ReadonlySet<WireKey>;
  run: RunView;
}

export type ParameterPath = readonly (string | number)[];
export type ParameterValue = Json | undefined;

/** A place on the canvas. */
export interface XYPosition {
  x: number;
  y: number;
}
