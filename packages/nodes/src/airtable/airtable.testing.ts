/** A base that behaves like Airtable's: pages of two, ten records in a request, upserts, formulas as the node writes them. */
import { type Heard, type Routes, reply } from '../service/service.testing.ts';

interface Row {
  id: string;
  createdTime: string;
  fields: Record<string, unknown>;
}

type Given = { id?: string; fields: Record<string, unknown> };

export const createBase = (rows: Row[]) => {
  const time = '2026-01-01T00:00:00.000Z';
  const failure = (status: number, type: string, message = type) => reply(status, { error: { type, message } });
  const notFound = () => failure(404, 'NOT_FOUND');

  const matching = (formula: string | null): Row[] => {
    const equal = [...(formula ?? '').matchAll(/\{(\w+)\} = (?:'((?:[^'\\]|\\.)*)'|(\d+))/g)];
    const since = /NOT\(IS_BEFORE\(\{(\w+)\}, DATETIME_PARSE\('([^']+)'\)\)\)/.exec(formula ?? '');
    return rows
      .filter((row) => equal.every(([, field, text, n]) => String(row.fields[field!]) === (text ?? n)))
      .filter((row) => !since || String(row.fields[since[1]!]) >= since[2]!);
  };

  const list = ({ query }: Heard) => {
    const start = Number(query.get('offset') ?? 0);
    const size = Math.min(Number(query.get('pageSize') ?? 100), 2);
    const sortBy = query.get('sort[0][field]');
    const found = matching(query.get('filterByFormula'));
    const sorted = sortBy
      ? found.toSorted((a, b) => (String(a.fields[sortBy]) < String(b.fields[sortBy]) ? 1 : -1))
      : found;
    const page = sorted.slice(start, start + size);
    return { records: page, ...(start + size < found.length && { offset: String(start + size) }) };
  };

  const add = ({ fields }: Given): Row => {
    const row = { id: `rec${rows.length + 1}`, createdTime: time, fields };
    rows.push(row);
    return row;
  };

  const write = ({ body }: Heard, change: (record: Given) => Row | undefined) => {
    const { records } = body as { records: Given[] };
    if (records.length > 10)
      return failure(422, 'INVALID_RECORDS', 'You must provide an array of up to 10 record objects');
    if (records.some(({ fields }) => 'Unknown' in fields))
      return failure(422, 'UNKNOWN_FIELD_NAME', 'Unknown field name: "Unknown"');
    const changed = records.map(change);
    return changed.includes(undefined) ? notFound() : { records: changed };
  };

  const patch = (heard: Heard) => {
    const { performUpsert, records } = heard.body as {
      performUpsert?: { fieldsToMergeOn: string[] };
      records: Given[];
    };
    const found = ({ id, fields }: Given) =>
      performUpsert
        ? rows.filter((row) => performUpsert.fieldsToMergeOn.every((name) => row.fields[name] === fields[name]))
        : rows.filter((row) => row.id === id);
    if (performUpsert && records.some((record) => found(record).length > 1)) {
      return failure(422, 'INVALID_VALUE', 'Cannot update more than one record at once');
    }
    return write(heard, (record) => {
      const [row] = found(record);
      if (!row) return performUpsert ? add(record) : undefined;
      Object.assign(row.fields, record.fields);
      return row;
    });
  };

  const routes: Routes = {
    'GET /v0/meta/bases': ({ query }: Heard) =>
      query.get('offset')
        ? { bases: [{ id: 'appB', name: 'Stock', permissionLevel: 'read' }] }
        : { bases: [{ id: 'appA', name: 'People', permissionLevel: 'create' }], offset: 'x' },
    'GET /v0/meta/bases/:base/tables': {
      tables: [
        {
          id: 'tblA',
          name: 'Staff',
          views: [{ id: 'viwA', name: 'All' }],
          fields: [
            { id: 'f1', name: 'Name', type: 'singleLineText' },
            { id: 'f2', name: 'Age', type: 'number' },
            { id: 'f3', name: 'Role', type: 'singleSelect', options: { choices: [{ name: 'Chief' }] } },
            { id: 'f4', name: 'Photo', type: 'multipleAttachments' },
            { id: 'f5', name: 'Modified', type: 'lastModifiedTime' },
          ],
        },
      ],
    },
    'GET /v0/appA/tblA': list,
    'POST /v0/appA/tblA': (heard: Heard) => write(heard, add),
    'PATCH /v0/appA/tblA': patch,
    'GET /v0/appA/tblA/:id': ({ params }: Heard) => rows.find(({ id }) => id === params.id) ?? notFound(),
    'DELETE /v0/appA/tblA/:id': ({ params }: Heard) => {
      const at = rows.findIndex(({ id }) => id === params.id);
      if (at < 0) return notFound();
      rows.splice(at, 1);
      return { id: params.id, deleted: true };
    },
    'GET /file/:name': ({ params }: Heard) => reply(200, `bytes of ${params.name}`, { 'content-type': 'image/png' }),
  };
  return { rows, routes };
};

export const row = (id: string, fields: Record<string, unknown>): Row => ({
  id,
  createdTime: '2026-01-01T00:00:00.000Z',
  fields,
});
