import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { ConfirmDialog } from './confirm/ConfirmDialog.tsx';
import { LeaveDialog } from './leave/LeaveDialog.tsx';
import type { DialogName, DialogProps } from './stack.ts';

type DialogComponent<Name extends DialogName> = ComponentType<DialogProps[Name] & { close: () => void }>;

/** The component of each dialog. Those that are not needed at first sight are loaded when they are opened. */
export const dialogs: { [Name in DialogName]: DialogComponent<Name> | LazyExoticComponent<DialogComponent<Name>> } = {
  confirm: ConfirmDialog,
  leave: LeaveDialog,
  about: lazy(() => import('./about/AboutDialog.tsx').then((file) => ({ default: file.AboutDialog }))),
  openWorkflow: lazy(() =>
    import('./open-workflow/OpenWorkflowDialog.tsx').then((file) => ({ default: file.OpenWorkflowDialog })),
  ),
  executions: lazy(() =>
    import('./executions/ExecutionsDialog.tsx').then((file) => ({ default: file.ExecutionsDialog })),
  ),
  duplicateWorkflow: lazy(() =>
    import('./duplicate-workflow/DuplicateWorkflowDialog.tsx').then((file) => ({
      default: file.DuplicateWorkflowDialog,
    })),
  ),
};
