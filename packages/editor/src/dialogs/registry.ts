import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { DialogName, DialogProps } from './stack.ts';

type DialogComponent<Name extends DialogName> = ComponentType<DialogProps[Name] & { close: () => void }>;

const loadConfirm = () => import('./confirm/ConfirmDialog.tsx');
const loadLeave = () => import('./leave/LeaveDialog.tsx');

/** Loads ahead what is asked for when the server may be out of reach. */
export const loadQuestions = (): Promise<unknown> => Promise.allSettled([loadConfirm(), loadLeave()]);

/** The component of each dialog, loaded when it is opened. */
export const dialogs: { [Name in DialogName]: DialogComponent<Name> | LazyExoticComponent<DialogComponent<Name>> } = {
  confirm: lazy(() => loadConfirm().then((file) => ({ default: file.ConfirmDialog }))),
  leave: lazy(() => loadLeave().then((file) => ({ default: file.LeaveDialog }))),
  about: lazy(() => import('./about/AboutDialog.tsx').then((file) => ({ default: file.AboutDialog }))),
  openWorkflow: lazy(() =>
    import('./open-workflow/OpenWorkflowDialog.tsx').then((file) => ({ default: file.OpenWorkflowDialog })),
  ),
  executions: lazy(() =>
    import('./executions/ExecutionsDialog.tsx').then((file) => ({ default: file.ExecutionsDialog })),
  ),
  workflowSettings: lazy(() =>
    import('./workflow-settings/WorkflowSettingsDialog.tsx').then((file) => ({ default: file.WorkflowSettingsDialog })),
  ),
  waiting: lazy(() => import('./waiting/WaitingDialog.tsx').then((file) => ({ default: file.WaitingDialog }))),
  duplicateWorkflow: lazy(() =>
    import('./duplicate-workflow/DuplicateWorkflowDialog.tsx').then((file) => ({
      default: file.DuplicateWorkflowDialog,
    })),
  ),
};
