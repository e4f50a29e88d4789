import { locator } from '../service/field.ts';

const part = '[a-zA-Z0-9]{2,}';
const placeholder = 'https://airtable.com/app12DiScdfes/tblAAAAAAAAAAAAA/viwHdfasdfeieg5p';

const baseUrl = { regex: `https://airtable\\.com/(${part})`, placeholder };
const tableUrl = { regex: `https://airtable\\.com/${part}/(${part})`, placeholder };
const viewUrl = { regex: `https://airtable\\.com/${part}/${part}/(${part})`, placeholder };

const required = { required: true } as const;

export const base = locator(
  'base',
  'Base',
  { list: 'baseSearch', url: baseUrl, id: { placeholder: 'appD3dfaeidke', regex: part } },
  required,
);
export const table = locator(
  'table',
  'Table',
  { list: 'tableSearch', url: tableUrl, id: { placeholder: 'tbl3dirwqeidke', regex: part } },
  required,
);
export const view = locator(
  'view',
  'View',
  { list: 'viewSearch', url: viewUrl, id: { placeholder: 'viw3dirwqeidke', regex: part } },
  { send: 'query', description: 'Only return records in this view, in its order' },
);

/** Without lists, as in version 1 and in the trigger. */
export const byAddress = <const B extends string, const T extends string>(baseName: B, tableName: T) =>
  [
    locator(baseName, 'Base', { url: baseUrl, id: { placeholder: 'appD3dfaeidke', regex: part } }, required),
    locator(tableName, 'Table', { url: tableUrl, id: { placeholder: 'tbl3dirwqeidke', regex: part } }, required),
  ] as const;
