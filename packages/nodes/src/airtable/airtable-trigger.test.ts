import { describe, expect, it } from 'vitest';
import { localService } from '../service/service.testing.ts';
import { nodeForTest } from '../service/setup.testing.ts';
import { airtable } from './airtable.node.ts';
import { createBase, row } from './airtable.testing.ts';
import { airtableTrigger } from './airtable-trigger.node.ts';

const origin = 'https://api.airtable.com';
const now = Date.UTC(2026, 0, 5);
const at = (second: number) => new Date(now + second * 1000).toISOString();
const changed = (id: string, second: number) => row(id, { Name: id, Modified: at(second) });

const start = async (parameters: object = {}, isTest = false) => {
  const base = createBase([changed('recOld', -10)]);
  const service = await localService(origin, base.routes, { now });
  const where = { baseId: 'appA', tableId: 'tblA', triggerField: 'Modified', authentication: 'airtableTokenApi' };
  const node = nodeForTest(airtableTrigger, {
    parameters: { ...where, ...parameters },
    host: service.host,
    credential: 'airtableTokenApi',
    isTest,
  });
  const ids = async () => (await node.poll())?.[0]?.map(({ json }) => json.id);
  return { ...base, node, service, ids };
};

describe('polls', () => {
  it('what was there before is not news', async () => {
    const { ids } = await start();
    expect([await ids(), await ids()]).toEqual([undefined, undefined]);
  });

  it('gives what is new, the oldest first, over all pages, and nothing twice', async () => {
    const { ids, rows, node } = await start();
    await ids();
    rows.push(changed('rec3', 3), changed('rec1', 1), changed('rec2', 2));
    expect([await ids(), await ids()]).toEqual([['rec1', 'rec2', 'rec3'], undefined]);
    expect(node.kept()).toEqual({ since: at(3), seen: ['rec3'] });
  });

  it('loses nothing that comes about at the same moment as the last that was seen', async () => {
    const { ids, rows } = await start();
    await ids();
    rows.push(changed('rec1', 1));
    await ids();
    rows.push(changed('rec2', 1));
    expect([await ids(), await ids()]).toEqual([['rec2'], undefined]);
  });

  it('a record that is changed again is news again', async () => {
    const { ids, rows } = await start();
    await ids();
    rows.push(changed('rec1', 1));
    await ids();
    rows[1]!.fields.Modified = at(5);
    expect(await ids()).toEqual(['rec1']);
  });

  it('goes on from the place that public workflows bring', async () => {
    const { service, ids } = await start({
      additionalFields: { formula: "{Name} = 'x'", viewId: 'viwA', fields: 'Name' },
    });
    await ids();
    await ids();
    expect(service.heard[0]?.query.get('filterByFormula')).toBe(
      `AND(NOT(IS_BEFORE({Modified}, DATETIME_PARSE('${at(0)}'))), {Name} = 'x')`,
    );
    expect(service.heard[0]?.query.getAll('fields[]')).toEqual(['Modified', 'Name']);
  });

  it('run by hand it shows the newest, and keeps no place', async () => {
    const { ids, rows, node } = await start({}, true);
    rows.push(changed('recNew', 9));
    expect([await ids(), node.kept()]).toEqual([['recNew'], {}]);
  });

  it('says that the column holds no time', async () => {
    const { node } = await start({ triggerField: 'Name' }, true);
    await expect(node.poll()).rejects.toThrow('The column "Name" holds no time');
  });
});

describe('choices', () => {
  const choices = async () => {
    const service = await localService(origin, createBase([]).routes);
    return nodeForTest(airtable, {
      parameters: {
        operation: 'create',
        base: { __rl: true, mode: 'list', value: 'appA' },
        table: { __rl: true, mode: 'id', value: 'tblA' },
      },
      host: service.host,
      credential: 'airtableTokenApi',
    });
  };

  it('bases by pages, tables and views by what was typed', async () => {
    const node = await choices();
    expect(await node.search('baseSearch')).toEqual({
      results: [{ name: 'People', value: 'appA', url: 'https://airtable.com/appA' }],
      nextPage: 'x',
    });
    expect((await node.search('baseSearch', { page: 'x' })).results[0]?.name).toBe('Stock');
    expect((await node.search('tableSearch', { filter: 'STA' })).results).toEqual([
      { name: 'Staff', value: 'tblA', url: 'https://airtable.com/appA/tblA' },
    ]);
    expect((await node.search('tableSearch', { filter: 'none' })).results).toEqual([]);
    expect((await node.search('viewSearch')).results[0]?.value).toBe('viwA');
  });

  it('says what is to be chosen before', async () => {
    const service = await localService(origin, {});
    const parameters = { operation: 'create', base: { __rl: true, mode: 'list', value: '' } };
    const node = nodeForTest(airtable, { parameters, host: service.host, credential: 'airtableTokenApi' });
    await expect(node.search('tableSearch')).rejects.toThrow('Choose "Base" first');
    await expect(node.mapping('getColumns')).rejects.toThrow('Choose "Base" first');
  });

  it('columns, for choices and for mapping', async () => {
    const node = await choices();
    expect((await node.options('getAttachmentColumns')).map(({ name }) => name)).toEqual(['Photo']);
    const { fields } = await node.mapping('getColumnsWithRecordId');
    expect(fields.map(({ id, type, readOnly }) => [id, type, readOnly])).toEqual([
      ['id', 'string', true],
      ['Name', 'string', false],
      ['Age', 'number', false],
      ['Role', 'options', false],
      ['Photo', 'array', false],
      ['Modified', 'string', true],
    ]);
  });
});
