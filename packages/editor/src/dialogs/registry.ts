import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { comesLater } from '../ui/comes-later.tsx';
import type { DialogName, DialogProps } from './stack.ts';

type DialogComponent<Name extends DialogName> = ComponentType<DialogProps[Name] & { close: () => void }>;

/** With the styles of what dialogs are made of. */
const withStyles = async <File>(loading: Promise<File>): Promise<File> => {
  const [file] = await Promise.all([loading, import('../ui/mantine-later-styles.ts')]);
  return file;
};

const Confirm = comesLater(async () => (await withStyles(import('./confirm/ConfirmDialog.tsx'))).ConfirmDialog);
const Leave = comesLater(async () => (await withStyles(import('./leave/LeaveDialog.tsx'))).LeaveDialog);
const Palette = comesLater(
  async () => (await withStyles(import('../commands/palette/PaletteDialog.tsx'))).PaletteDialog,
);
const Credentials = comesLater(
  async () => (await withStyles(import('./credentials/CredentialsDialog.tsx'))).CredentialsDialog,
);

/** Loads ahead what is asked for when the server may be out of reach, and a list that must be there at once however long it is. */
export const loadQuestions = (): Promise<unknown> =>
  Promise.allSettled([Confirm.fetch(), Leave.fetch(), Palette.fetch(), Credentials.fetch()]);

/** Not of the stack: the workflow shows it as long as it has a conflict. */
export const loadConflict = async () => ({
  default: (await withStyles(import('./conflict/ConflictDialog.tsx'))).ConflictDialog,
});

/** The component of each dialog, loaded when it is opened. */
export const dialogs: { [Name in DialogName]: DialogComponent<Name> | LazyExoticComponent<DialogComponent<Name>> } = {
  confirm: Confirm,
  leave: Leave,
  about: lazy(() => withStyles(import('./about/AboutDialog.tsx')).then((file) => ({ default: file.AboutDialog }))),
  contactPrompt: lazy(() =>
    withStyles(import('./contact-prompt/ContactPromptDialog.tsx')).then((file) => ({
      default: file.ContactPromptDialog,
    })),
  ),
  valueSurvey: lazy(() =>
    withStyles(import('./value-survey/ValueSurveyDrawer.tsx')).then((file) => ({ default: file.ValueSurveyDrawer })),
  ),
  personalization: lazy(() =>
    withStyles(import('./personalization/PersonalizationDialog.tsx')).then((file) => ({
      default: file.PersonalizationDialog,
    })),
  ),
  updates: lazy(() =>
    withStyles(import('./updates/UpdatesDrawer.tsx')).then((file) => ({ default: file.UpdatesDrawer })),
  ),
  activated: lazy(() =>
    withStyles(import('./activated/ActivatedDialog.tsx')).then((file) => ({ default: file.ActivatedDialog })),
  ),
  openWorkflow: lazy(() =>
    withStyles(import('./open-workflow/OpenWorkflowDialog.tsx')).then((file) => ({ default: file.OpenWorkflowDialog })),
  ),
  palette: Palette,
  shortcuts: lazy(() =>
    withStyles(import('../commands/ShortcutsDialog.tsx')).then((file) => ({ default: file.ShortcutsDialog })),
  ),
  credentials: Credentials,
  credentialSelect: lazy(() =>
    withStyles(import('./credential-select/CredentialSelectDialog.tsx')).then((file) => ({
      default: file.CredentialSelectDialog,
    })),
  ),
  credentialEdit: lazy(() =>
    withStyles(import('./credential-edit/CredentialEditDialog.tsx')).then((file) => ({
      default: file.CredentialEditDialog,
    })),
  ),
  name: lazy(() => withStyles(import('./name/NameDialog.tsx')).then((file) => ({ default: file.NameDialog }))),
  executions: lazy(() =>
    withStyles(import('./executions/ExecutionsDialog.tsx')).then((file) => ({ default: file.ExecutionsDialog })),
  ),
  workflowSettings: lazy(() =>
    withStyles(import('./workflow-settings/WorkflowSettingsDialog.tsx')).then((file) => ({
      default: file.WorkflowSettingsDialog,
    })),
  ),
  importFromUrl: lazy(() =>
    withStyles(import('./import-from-url/ImportFromUrlDialog.tsx')).then((file) => ({
      default: file.ImportFromUrlDialog,
    })),
  ),
  tagWorkflows: lazy(() =>
    withStyles(import('./tag-workflows/TagWorkflowsDialog.tsx')).then((file) => ({ default: file.TagWorkflowsDialog })),
  ),
  move: lazy(() =>
    withStyles(import('./move-workflows/MoveDialog.tsx')).then((file) => ({ default: file.MoveDialog })),
  ),
  tags: lazy(() => withStyles(import('./tags/TagsDialog.tsx')).then((file) => ({ default: file.TagsDialog }))),
  waiting: lazy(() =>
    withStyles(import('./waiting/WaitingDialog.tsx')).then((file) => ({ default: file.WaitingDialog })),
  ),
  changePassword: lazy(() =>
    withStyles(import('./change-password/ChangePasswordDialog.tsx')).then((file) => ({
      default: file.ChangePasswordDialog,
    })),
  ),
  inviteUsers: lazy(() =>
    withStyles(import('./invite-users/InviteUsersDialog.tsx')).then((file) => ({ default: file.InviteUsersDialog })),
  ),
  inviteLink: lazy(() =>
    withStyles(import('./invite-link/InviteLinkDialog.tsx')).then((file) => ({ default: file.InviteLinkDialog })),
  ),
  passwordLink: lazy(() =>
    withStyles(import('./invite-link/PasswordLinkDialog.tsx')).then((file) => ({ default: file.PasswordLinkDialog })),
  ),
  deleteUser: lazy(() =>
    withStyles(import('./delete-user/DeleteUserDialog.tsx')).then((file) => ({ default: file.DeleteUserDialog })),
  ),
  apiKey: lazy(() => withStyles(import('./api-key/ApiKeyDialog.tsx')).then((file) => ({ default: file.ApiKeyDialog }))),
  share: lazy(() => withStyles(import('./share/ShareDialog.tsx')).then((file) => ({ default: file.ShareDialog }))),
  saveTemplate: lazy(() =>
    withStyles(import('./save-template/SaveTemplateDialog.tsx')).then((file) => ({ default: file.SaveTemplateDialog })),
  ),
  duplicateWorkflow: lazy(() =>
    withStyles(import('./duplicate-workflow/DuplicateWorkflowDialog.tsx')).then((file) => ({
      default: file.DuplicateWorkflowDialog,
    })),
  ),
};
