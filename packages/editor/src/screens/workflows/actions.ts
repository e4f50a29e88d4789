import { asImported, type Folder, fromFormat, limits, toFormat, type WorkflowListing } from '@millrace/contract';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { foldersChanged } from '../../api/folders.ts';
import { confirm, openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/organizing.ts';
import { pickFile, saveFile } from '../../ui/files.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { workflowsChanged } from '../../workflow-list/changes.ts';

/** What people do on the page of workflows. */

export const createFolder = (parentId: string | null): void =>
  openDialog('name', {
    title: t('folders.create.title'),
    label: t('folders.name'),
    confirm: t('folders.create.confirm'),
    maxLength: limits.folderNameMaxLength,
    submit: async (name) => {
      await client.folders.create({ body: { name, parentId } });
      await foldersChanged();
    },
  });

export const renameFolder = ({ id, name: initial }: Folder): void =>
  openDialog('name', {
    title: t('folders.rename.title'),
    label: t('folders.name'),
    confirm: t('folders.rename.confirm'),
    initial,
    maxLength: limits.folderNameMaxLength,
    submit: async (name) => {
      await client.folders.update({ params: { id }, body: { name } });
      await foldersChanged();
    },
  });

/** After a question. @returns whether it is gone */
export const deleteFolder = async ({ id, name }: Folder, parent: string): Promise<boolean> => {
  const isSure = await confirm({
    title: t('folders.delete.title'),
    message: t('folders.delete.message', { name, parent }),
    confirm: t('folders.delete.confirm'),
    danger: true,
  });
  if (!isSure) return false;
  try {
    await client.folders.remove({ params: { id } });
    return true;
  } catch (error) {
    showError(t('folders.delete.failed'), describeError(error));
    return false;
  } finally {
    await foldersChanged();
  }
};

type Named = Pick<WorkflowListing, 'id' | 'name'>;

/** One after the other, since each may fail by itself. @returns those that failed, with why */
const each = async (
  workflows: readonly Named[],
  task: (workflow: Named) => Promise<unknown>,
): Promise<{ name: string; message: string }[]> => {
  const failures: { name: string; message: string }[] = [];
  for (const workflow of workflows) {
    try {
      await task(workflow);
    } catch (error) {
      failures.push({ name: workflow.name, message: describeError(error).message });
    }
  }
  await workflowsChanged();
  return failures;
};

const namesOf = (failures: readonly { name: string; message: string }[]): string =>
  failures.map(({ name, message }) => `${name}: ${message}`).join('\n');

export const setActive = async (workflows: readonly Named[], active: boolean): Promise<void> => {
  const failures = await each(workflows, ({ id }) => client.workflows.update({ params: { id }, body: { active } }));
  const count = workflows.length;
  if (failures.length > 0) {
    const key = active ? 'workflows.bulk.activate.failed' : 'workflows.bulk.deactivate.failed';
    showError(t(key, { failed: failures.length, count }), { details: namesOf(failures) });
  } else showSuccess(active ? t('workflows.bulk.activated', { count }) : t('workflows.bulk.deactivated', { count }));
};

const namedAtMost = 5;

/** After a question. @returns whether they were to be deleted */
export const deleteWorkflows = async (workflows: readonly Named[]): Promise<boolean> => {
  const count = workflows.length;
  const shown = workflows.slice(0, namedAtMost).map(({ name }) => `“${name}”`);
  const isSure = await confirm({
    title: t('workflows.bulk.delete.title', { count }),
    message: t('workflows.bulk.delete.message', {
      names: [...shown, ...(count > namedAtMost ? ['…'] : [])].join(', '),
    }),
    confirm: t('delete.confirm'),
    danger: true,
  });
  if (!isSure) return false;
  const failures = await each(workflows, ({ id }) => client.workflows.remove({ params: { id } }));
  if (failures.length > 0)
    showError(t('workflows.bulk.delete.failed', { failed: failures.length, count }), { details: namesOf(failures) });
  else showSuccess(t('workflows.bulk.deleted', { count }));
  return true;
};

/** One as a file of its own, several as a list in one file. */
export const download = async (workflows: readonly Named[]): Promise<void> => {
  try {
    const formats: unknown[] = [];
    for (const { id } of workflows)
      formats.push(asImported(toFormat(fromFormat(await client.workflows.get({ params: { id } })))));
    const [first] = workflows;
    const name = workflows.length === 1 ? first?.name : `${t('workflows.title')} (${workflows.length})`;
    saveFile(`${name}.json`, JSON.stringify(workflows.length === 1 ? formats[0] : formats, null, 2));
  } catch (error) {
    showError(t('workflows.bulk.download.failed'), describeError(error));
  }
};

/** Stores what a file holds: a workflow, or a list of them. */
export const importFile = async (folderId: string | undefined): Promise<void> => {
  const text = await pickFile('.json,application/json');
  if (text === undefined) return;
  try {
    const { parseWorkflow } = await import('../../workflow/parse-workflow.ts');
    const parsed: unknown = JSON.parse(text);
    const workflows = (Array.isArray(parsed) ? parsed : [parsed]).map((one) => parseWorkflow(JSON.stringify(one)));
    for (const workflow of workflows) {
      const { name } = workflow.name?.trim() ? { name: workflow.name } : await client.workflows.newName();
      await client.workflows.create({
        query: folderId === undefined ? {} : { folderId },
        body: { ...workflow, name, active: false } as Parameters<typeof client.workflows.create>[0]['body'],
      });
    }
    showSuccess(t('workflows.imported', { count: workflows.length }));
  } catch (error) {
    showError(t('workflows.import.failed'), { message: describeError(error).message });
  } finally {
    await Promise.all([workflowsChanged(), foldersChanged()]);
  }
};
