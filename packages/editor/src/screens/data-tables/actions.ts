import { type DataTable, limits } from '@millrace/contract';
import { client } from '../../api/client.ts';
import { csvAddress, dataTablesKey, importCsv, nameOfFile } from '../../api/data-tables.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { confirm, openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/data-tables.ts';
import { hideToastsOf, showError, showInfo, showSuccess } from '../../ui/toasts.ts';

type Permission = NonNullable<DataTable['permissions']>[number];

/** Whether the person may do it with the table. */
export const may = ({ permissions = [] }: Pick<DataTable, 'permissions'>, what: Permission): boolean =>
  permissions.includes(what);

const refresh = () => queryClient.invalidateQueries({ queryKey: dataTablesKey });

/** @param open is told the new table */
export const createTable = (open: (table: DataTable) => void): void =>
  openDialog('name', {
    title: t('dataTables.create.title'),
    label: t('dataTables.create.name'),
    confirm: t('dataTables.create.confirm'),
    maxLength: limits.dataTableNameMaxLength,
    async submit(name) {
      const table = await client.dataTables.create({ body: { name } });
      await refresh();
      open(table);
    },
  });

export const renameTable = ({ id, name: initial }: DataTable): void =>
  openDialog('name', {
    title: t('dataTables.rename.title'),
    label: t('dataTables.create.name'),
    confirm: t('dataTables.rename'),
    initial,
    maxLength: limits.dataTableNameMaxLength,
    async submit(name) {
      await client.dataTables.rename({ params: { id }, body: { name } });
      await refresh();
    },
  });

/** @returns whether it is gone */
export const deleteTable = async ({ id, name, rowCount }: DataTable): Promise<boolean> => {
  const isSure = await confirm({
    title: t('dataTables.delete.title'),
    message: t('dataTables.delete.message', { name, count: rowCount }),
    confirm: t('dataTables.delete'),
    danger: true,
  });
  if (!isSure) return false;
  try {
    await client.dataTables.remove({ params: { id } });
    showSuccess(t('dataTables.deleted'), { message: name });
    return true;
  } catch (error) {
    showError(t('dataTables.delete.failed'), describeError(error));
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: [...dataTablesKey, 'list'] });
  }
};

export const shareTable = ({ id, name, ownedBy }: DataTable): void =>
  openDialog('share', { resource: 'dataTable', id, name, ownedBy });

/** The browser downloads it by itself, whatever its size. */
export const exportTable = ({ id }: DataTable): void => {
  const link = document.createElement('a');
  link.href = csvAddress(id);
  link.download = '';
  link.click();
};

const pickCsv = (): Promise<File | undefined> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.csv,text/csv';
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });

type Send = (id: string, addColumns: boolean) => ReturnType<typeof importCsv>;

/** Asks before columns are added, which nobody takes away again by undoing. @returns undefined: they are not wanted */
const sendWithQuestion = async (into: DataTable, send: Send) => {
  try {
    return await send(into.id, false);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.error === 'dataTableColumnsMissing' && may(into, 'update');
    if (!isAsked) throw error;
    const isSure = await confirm({
      title: t('dataTables.import.addColumns'),
      message: t('dataTables.import.addColumns.message', { missing: error.message }),
      confirm: t('dataTables.import.addColumns.confirm'),
    });
    return isSure ? send(into.id, true) : undefined;
  }
};

/** Asks for a file and adds its rows, to the table or to a new one of its name. @returns the table */
export const importRows = async (into?: DataTable): Promise<DataTable | undefined> => {
  const file = await pickCsv();
  if (!file) return undefined;
  const topic = 'dataTableImport';
  const send = async (id: string, addColumns: boolean) => {
    showInfo(t('dataTables.importing', { name: file.name }), { sticky: true, topic });
    try {
      return await importCsv(id, file, { addColumns });
    } finally {
      hideToastsOf(topic);
    }
  };
  let made: DataTable | undefined;
  try {
    made = into ? undefined : await client.dataTables.create({ body: { name: nameOfFile(file.name) } });
    const imported = into ? await sendWithQuestion(into, send) : await send(made?.id ?? '', true);
    if (!imported) return undefined;
    const { count, table } = imported;
    showSuccess(t('dataTables.imported', { count }), { message: table.name });
    return table;
  } catch (error) {
    // Nothing of it was stored.
    if (made) await client.dataTables.remove({ params: { id: made.id } }).catch(() => undefined);
    showError(t('dataTables.import.failed'), describeError(error));
    return undefined;
  } finally {
    await refresh();
  }
};
