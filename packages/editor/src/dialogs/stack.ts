import type { ApiKey, Credential, ExecutionOutline, ListedUser, Ownership, Template } from '@millrace/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WorkflowSession } from '../workflow/session.ts';
import type { DocumentNode } from '../workflow/types.ts';

/** Every dialog that can be opened from anywhere, with what it is told. The components stand in `registry.ts`. */
export interface DialogProps {
  about: Record<string, never>;
  contactPrompt: Record<string, never>;
  valueSurvey: Record<string, never>;
  personalization: Record<string, never>;
  /** The running version of Millrace and newer ones. */
  updates: Record<string, never>;
  /** After an activation: what it means. */
  activated: { text: string; workflowId: string | null; called: readonly DocumentNode[] };
  openWorkflow: Record<string, never>;
  tags: Record<string, never>;
  tagWorkflows: { ids: readonly string[] };
  /** Asks for a folder. What `move` throws is said at the field, and the dialog stays open. */
  move: {
    /** Whose folders are offered; undefined: all that the person sees. */
    ownerId: string | undefined;
    from: string | null;
    /** A folder that is moved itself. */
    exclude?: string;
    move: (folderId: string | null) => Promise<unknown>;
  };
  executions: { workflowId?: string };
  duplicateWorkflow: { session: WorkflowSession };
  /** A workflow that becomes a template, or a template whose words are changed. */
  saveTemplate: { session: WorkflowSession } | { template: Template };
  importFromUrl: { session: WorkflowSession };
  workflowSettings: { session: WorkflowSession };
  changePassword: Record<string, never>;
  inviteUsers: Record<string, never>;
  /** Without a user: of an address that is asked for. */
  inviteLink: { user?: { id: string; email: string } };
  passwordLink: { user: { id: string; email: string } };
  deleteUser: { user: ListedUser };
  /** Without a key: to make one. */
  apiKey: { apiKey?: ApiKey };
  share: {
    resource: 'workflow' | 'credential' | 'dataTable';
    id: string;
    name: string;
    ownedBy?: Ownership['ownedBy'];
  };
  /** Asks for a name, and maybe a type. What `submit` throws is said at the field, and the dialog stays open. */
  name: {
    title: string;
    label: string;
    confirm: string;
    initial?: string;
    maxLength: number;
    types?: { label: string; options: readonly { value: string; label: string }[] };
    submit: (name: string, type: string) => Promise<unknown>;
  };
  waiting: { execution: Pick<ExecutionOutline, 'id' | 'wait' | 'waitTill'> };
  confirm: {
    title: string;
    message: string;
    confirm: string;
    /** “Cancel” if left out. Null: there is nothing to choose. */
    cancel?: string | null;
    danger?: boolean;
    answer: (yes: boolean) => void;
  };
  credentials: Record<string, never>;
  credentialSelect: Record<string, never>;
  /** One that is stored, or a new one, with a name that is wanted. */
  credentialEdit: ({ id: string } | { type: string; name?: string }) & {
    /** Told each time that it was stored. */
    onSaved?: (credential: Credential) => void;
  };
  /** Finds actions, nodes, workflows and pages by their names. */
  palette: Record<string, never>;
  /** All keys. */
  shortcuts: Record<string, never>;
  leave: { name: string; answer: (choice: LeaveChoice) => void };
}

export type LeaveChoice = 'save' | 'discard' | 'cancel';
export type DialogName = keyof DialogProps;

export type OpenDialog = { [Name in DialogName]: { key: number; name: Name; props: DialogProps[Name] } }[DialogName];

const dialogStore = createStore<{ open: readonly OpenDialog[] }>(() => ({ open: [] }));
let lastKey = 0;

/** Opens a dialog over those that are open; one that is open already comes to the front. */
export const openDialog = <Name extends DialogName>(name: Name, props: DialogProps[Name]): void =>
  dialogStore.setState(({ open }) => ({
    open: [...open.filter((dialog) => dialog.name !== name), { key: ++lastKey, name, props } as OpenDialog],
  }));

export const closeDialog = (key: number): void =>
  dialogStore.setState(({ open }) => ({ open: open.filter((dialog) => dialog.key !== key) }));

export const closeAllDialogs = (): void => dialogStore.setState({ open: [] });

export const hasOpenDialog = (): boolean => dialogStore.getState().open.length > 0;

export const useOpenDialogs = (): readonly OpenDialog[] => useStore(dialogStore, (state) => state.open);

/** Asks; true only for the confirming button. */
export const confirm = (question: Omit<DialogProps['confirm'], 'answer'>): Promise<boolean> =>
  new Promise((answer) => openDialog('confirm', { ...question, answer }));

/** Asks what shall become of the unsaved changes of a workflow. */
export const askToLeave = (name: string): Promise<LeaveChoice> =>
  new Promise((answer) => openDialog('leave', { name, answer }));
