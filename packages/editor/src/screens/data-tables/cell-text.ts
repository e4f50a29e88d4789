import { type DataTableColumnType, type DataTableValue, limits } from '@millrace/contract';
import { t } from '../../messages/data-tables.ts';
import { formatDate } from '../../ui/dates.ts';

/** How a cell shows its value. */
export const cellText = (type: DataTableColumnType, value: DataTableValue | undefined): string => {
  if (value === null || value === undefined) return '';
  return type === 'date' ? formatDate(String(value)) : String(value);
};

const two = (number: number): string => String(number).padStart(2, '0');

/** What the field begins with in which it is changed; a date as local time, to the second. */
export const editedText = (type: DataTableColumnType, value: DataTableValue | undefined): string => {
  if (value === null || value === undefined) return '';
  if (type !== 'date') return String(value);
  const date = new Date(String(value));
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** What is stored of it. An empty text of a text column stays one; elsewhere nothing is no value. */
export const editedValue = (type: DataTableColumnType, text: string): DataTableValue => {
  if (type === 'string') return text;
  if (text.trim() === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type === 'date') {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : date.toISOString();
  }
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
};

/** Why it cannot be stored; undefined if it can. */
export const problemOf = (type: DataTableColumnType, text: string): string | undefined => {
  if (type === 'number' && !Number.isFinite(Number(text))) return t('dataTable.cell.notNumber');
  const max = limits.dataTableTextMaxLength;
  return type === 'string' && text.length > max ? t('dataTable.cell.tooLong', { max }) : undefined;
};
