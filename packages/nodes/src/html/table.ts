import type { Json, JsonObject } from '@millrace/contract/data';

/** Looks that mail programs show too: they know no style sheets. */
const tableStyle = "style='border-spacing:0; font-family:helvetica,arial,sans-serif'";
const headerStyle =
  "style='margin:0; padding:7px 20px 7px 0px; border-bottom:1px solid #eee; text-align:left; color:#888; font-weight:normal'";
const cellStyle = "style='margin:0; padding:7px 20px 7px 0px; border-bottom:1px solid #eee'";

export interface TableOptions {
  capitalize?: boolean;
  customStyling?: boolean;
  caption?: string;
  tableAttributes?: string;
  headerAttributes?: string;
}

const tag = (name: string, ...attributes: (string | undefined)[]) =>
  `<${[name, ...attributes].filter(Boolean).join(' ')}>`;

const capitalized = (header: string): string =>
  header
    .split('_')
    .filter((word) => word !== '')
    .map((word) => (word[0] as string).toUpperCase() + word.slice(1))
    .join(' ');

const textOf = (value: Json | undefined): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return `<input type="checkbox"${value ? ' checked="checked"' : ''}/>`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * The items as rows of a table with a column for each field. Values may hold HTML, such as links, and stand as they are.
 * @param rowAttributes attributes of row and cells, by item
 */
export const htmlTable = (
  rows: readonly JsonObject[],
  options: TableOptions,
  attributesOf: (index: number) => { row?: string | undefined; cell?: string | undefined },
): string => {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const style = (text: string) => (options.customStyling ? undefined : text);
  const parts = [tag('table', style(tableStyle), options.tableAttributes)];
  if (options.caption) parts.push(`<caption>${options.caption}</caption>`);
  parts.push(tag('thead', style(headerStyle), options.headerAttributes), '<tr>');
  for (const header of headers) parts.push(`<th>${options.capitalize ? capitalized(header) : header}</th>`);
  parts.push('</tr></thead><tbody>');
  for (const [index, row] of rows.entries()) {
    const attributes = attributesOf(index);
    const open = tag('td', style(cellStyle), attributes.cell);
    parts.push(tag('tr', attributes.row));
    for (const header of headers)
      parts.push(open, textOf(Object.hasOwn(row, header) ? row[header] : undefined), '</td>');
    parts.push('</tr>');
  }
  parts.push('</tbody></table>');
  return parts.join('');
};
