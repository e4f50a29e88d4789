import { type DocumentPatch, fromFormat, toFormat, type WorkflowDocument, withPatches } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import { type FakeCall, fakeServer } from '../api/server-for-test.ts';
import { removeNodes, setParameter, setPinData, setWorkflowName, setWorkflowSettings } from './commands/index.ts';
import { documentOf, keyOf, setType } from './document-for-test.ts';
import { isDirty } from './history.ts';
import { type Notice, onNotice } from './notices.ts';
import { openStored } from './opening.ts';
import { openSession, type WorkflowSession } from './session.ts';

let session: WorkflowSession;
const open = (...args: Parameters<typeof openSession>) => {
  session?.dispose();
  session = openSession(...args);
};
const state = () => session.state();
const rename = (name: string) => session.dispatch('history.setWorkflowName', setWorkflowName(name));
const setUrl = (key: string, value: string) =>
  session.dispatch('history.setParameter', setParameter(key, ['url'], value));
const patchesAddress = 'POST /workflows/5/patches';
const notices: Notice[] = [];
let endNotices = () => {};

/** A server that keeps a workflow as Millrace does: patches of another revision are answered with what has changed since. */
const storing = (initial: WorkflowDocument) => {
  let document = initial;
  const changes: { revision: number; patches: DocumentPatch[] }[] = [];
  const revision = () => changes.length + 1;
  const apply = (patches: DocumentPatch[]) => {
    document = fromFormat(toFormat(withPatches(document, patches)));
    changes.push({ revision: revision() + 1, patches });
  };
  const answer = ({ body }: FakeCall) => {
    const { revision: known, patches } = body as { revision: number; patches: DocumentPatch[] };
    if (known !== revision()) {
      const conflict = { revision: revision(), changes: changes.filter((change) => change.revision > known) };
      return { status: 409, body: { code: 2001, error: 'workflowConflict', message: 'Changed.', conflict } };
    }
    apply(patches);
    return { data: { revision: revision(), updatedAt: 'u' } };
  };
  const server = fakeServer({
    [patchesAddress]: answer,
    'POST /workflows': { data: { id: '5', active: false, revision: 1 } },
    'PATCH /workflows/5': ({ body }) => ({ data: { id: '5', ...(body as object) } }),
  });
  return {
    ...server,
    document: () => document,
    /** What someone else stores. */
    theirs: (...patches: DocumentPatch[]) => apply(patches),
    sent: () => server.callsTo(patchesAddress).map(({ body }) => (body as { patches: DocumentPatch[] }).patches),
  };
};

beforeEach(() => {
  notices.length = 0;
  endNotices = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  endNotices();
  session?.dispose();
  vi.unstubAllGlobals();
});

test('a new workflow is stored whole and knows its id from then on; after that it is what has changed', async () => {
  const document = documentOf('A B', 'A>B');
  const server = storing(document);
  open(document);
  expect(await session.saves.save()).toBe(true);
  expect(server.calls[0]?.body).toMatchObject({ name: 'Test', active: false, nodes: [{ name: 'A' }, { name: 'B' }] });
  expect(state()).toMatchObject({ id: '5', revision: 1, saving: false });
  setUrl(keyOf(document, 'A'), 'x');
  expect(await session.saves.save()).toBe(true);
  expect(server.sent()).toEqual([
    [{ op: 'add', path: `/nodes/${keyOf(document, 'A')}/data/parameters/url`, value: 'x' }],
  ]);
  expect(isDirty(state())).toBe(false);
});

test('what was edited of a workflow that is gone meanwhile is a new one, which can be saved', async () => {
  const document = documentOf('A B', 'A>B');
  const missing = { status: 404, body: { code: 2000, error: 'workflowNotFound', message: 'Gone.' } };
  const server = fakeServer({ [patchesAddress]: missing, 'POST /workflows': { data: { id: '6', revision: 1 } } });
  open(document, { id: '5', revision: 1, active: true });
  setUrl(keyOf(document, 'A'), 'x');
  expect(await session.saves.save()).toBe(false);
  expect(state()).toMatchObject({ id: null, revision: null, active: false });
  expect(isDirty(state())).toBe(true);
  expect(notices).toMatchObject([{ kind: 'error', title: 'This workflow is not there any more' }]);
  notices[0]?.actions?.[0]?.run();
  await session.saves.settled();
  expect(state()).toMatchObject({ id: '6', revision: 1 });
  expect(server.callsTo('POST /workflows')).toMatchObject([
    { body: { nodes: [{ name: 'A', parameters: { url: 'x' } }, { name: 'B' }] } },
  ]);
});

test('that a save has failed is said until one has not', async () => {
  open(documentOf('A'), { id: '5', revision: 1 });
  rename('x');
  fakeServer({});
  expect(await session.saves.save()).toBe(false);
  expect(notices).toMatchObject([{ kind: 'error', until: { aborted: false } }]);
  storing(documentOf('A'));
  expect(await session.saves.save()).toBe(true);
  expect(notices[0]?.until?.aborted).toBe(true);
});

test('of a large workflow only the changed parameter travels', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `N${index}`).join(' ');
  const document = documentOf(names);
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  setUrl(keyOf(document, 'N7'), 'x');
  await session.saves.save();
  expect(JSON.stringify(server.calls[0]?.body).length).toBeLessThan(200);
  expect(toFormat(server.document())).toEqual(toFormat(state().document));
});

test('what was undone again is not sent, and the state of triggers never', async () => {
  const document = documentOf('A', '', { staticData: { lastId: 1 } });
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  rename('x');
  session.undo();
  session.dispatch('history.importWorkflow', (draft) => {
    draft.rest.staticData = { lastId: 0 };
  });
  expect(await session.saves.save()).toBe(true);
  expect(server.calls).toEqual([]);
});

test('pinned data that was taken away is gone from what is stored', async () => {
  const document = documentOf('A', '', { pinData: { A: [{ x: 1 }] } });
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  session.dispatch('history.setPinData', setPinData(keyOf(document, 'A'), undefined));
  await session.saves.save();
  expect(server.document().pinData).toEqual({});
});

test('edits made while the server writes stay unsaved, and the next save sends them alone', async () => {
  const document = documentOf('A');
  const answers = Promise.withResolvers<{ data: object }>();
  const server = fakeServer({ [patchesAddress]: () => answers.promise });
  open(document, { id: '5', revision: 1 });
  rename('sent');
  const saving = session.saves.save();
  await vi.waitFor(() => expect(state().saving).toBe(true));
  rename('typed meanwhile');
  answers.resolve({ data: { revision: 2 } });
  await saving;
  expect(isDirty(state())).toBe(true);
  await session.saves.save();
  expect(server.calls[1]?.body).toEqual({
    revision: 2,
    patches: [{ op: 'replace', path: '/name', value: 'typed meanwhile' }],
  });
  session.undo();
  expect(state().document.name).toBe('sent');
});

test('a failed save keeps the changes marked and tells why', async () => {
  fakeServer({ [patchesAddress]: { status: 400, body: { code: 1000, error: 'badRequest', message: 'nodes: no' } } });
  open(documentOf('A'), { id: '5', revision: 1 });
  rename('x');
  expect(await session.saves.save()).toBe(false);
  expect(isDirty(state())).toBe(true);
  expect(notices).toMatchObject([{ kind: 'error', title: 'Problem saving workflow', message: 'nodes: no' }]);
});

test('what someone else has changed in other places is taken in, told, and can be undone', async () => {
  const document = documentOf('A B', 'A>B');
  const [a, b] = [keyOf(document, 'A'), keyOf(document, 'B')];
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  setUrl(a, 'mine');
  server.theirs({ op: 'add', path: `/nodes/${b}/data/disabled`, value: true });
  server.theirs({ op: 'replace', path: '/name', value: 'Theirs' });
  expect(await session.saves.save()).toBe(true);
  expect(state()).toMatchObject({ conflict: null, revision: 4, document: { name: 'Theirs' } });
  expect(state().document.nodes[b]?.data.disabled).toBe(true);
  expect(toFormat(server.document())).toEqual(toFormat(state().document));
  expect(isDirty(state())).toBe(false);
  expect(notices).toMatchObject([{ kind: 'info', title: 'Someone else changed this workflow too' }]);
  session.undo();
  expect(state().document.name).toBe('Test');
  expect(state().document.nodes[a]?.data.parameters).toEqual({ url: 'mine' });
});

const inConflict = async () => {
  const document = documentOf('A B', 'A>B');
  const [a, b] = [keyOf(document, 'A'), keyOf(document, 'B')];
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  setUrl(a, 'mine');
  rename('Mine too');
  server.theirs(
    { op: 'add', path: `/nodes/${a}/data/parameters/url`, value: 'theirs' },
    { op: 'add', path: `/nodes/${b}/data/notes`, value: 'n' },
  );
  expect(await session.saves.save()).toBe(false);
  return { server, a, b, path: `/nodes/${a}/data/parameters/url` };
};

test('where both have changed the same, the person is asked, and nothing is stored or lost before', async () => {
  const { server, a, path } = await inConflict();
  expect(state().conflict?.places).toEqual([{ path, mine: 'mine', theirs: 'theirs' }]);
  expect(state().document.nodes[a]?.data.parameters).toEqual({ url: 'mine' });
  expect(isDirty(state())).toBe(true);
  expect(notices).toEqual([]);
  expect(server.document().name).toBe('Test');
  session.saves.dismissConflict();
  expect(state().conflict).toBeNull();
});

test.each([
  ['mine', 'mine'],
  ['theirs', 'theirs'],
] as const)('the conflict ends with %s, and with everything else of both', async (side, url) => {
  const { server, a, b, path } = await inConflict();
  expect(await session.saves.resolveConflict(new Map([[path, side]]))).toBe(true);
  expect(server.document().nodes[a]?.data.parameters).toEqual({ url });
  expect(server.document().nodes[b]?.data.notes).toBe('n');
  expect(server.document().name).toBe('Mine too');
  expect(toFormat(state().document)).toEqual(toFormat(server.document()));
  expect(state().conflict).toBeNull();
  expect(isDirty(state())).toBe(false);
});

test('theirs can be opened in place of all changes, and an undo brings those back', async () => {
  const { server } = await inConflict();
  session.saves.takeTheirs();
  expect(toFormat(state().document)).toEqual(toFormat(server.document()));
  expect(isDirty(state())).toBe(false);
  session.undo();
  expect(state().document.name).toBe('Mine too');
  expect(isDirty(state())).toBe(true);
  expect(await session.saves.save()).toBe(true);
  expect(server.document().name).toBe('Mine too');
});

test('settings are stored alone; those that someone else has set meanwhile stay', async () => {
  const document = documentOf('A');
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  rename('unsaved');
  server.theirs({ op: 'add', path: '/settings/timezone', value: 'UTC' });
  expect(await session.saves.saveSettings({ errorWorkflow: '7' })).toBeUndefined();
  expect(server.document()).toMatchObject({ name: 'Test', settings: { errorWorkflow: '7', timezone: 'UTC' } });
  expect(state().document).toMatchObject({ name: 'unsaved', settings: { errorWorkflow: '7', timezone: 'UTC' } });
  expect(isDirty(state())).toBe(true);
});

test('the same setting set twice is asked about, and is as was chosen', async () => {
  const document = documentOf('A');
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  server.theirs({ op: 'add', path: '/settings/timezone', value: 'UTC' });
  await session.saves.saveSettings({ timezone: 'Europe/Berlin' });
  expect(state().conflict?.places).toMatchObject([{ mine: 'Europe/Berlin', theirs: 'UTC' }]);
  await session.saves.resolveConflict(new Map([['/settings/timezone', 'mine']]));
  expect(server.document().settings).toEqual({ timezone: 'Europe/Berlin' });
});

test('settings that are refused leave the document as it was', async () => {
  fakeServer({ [patchesAddress]: { status: 400, body: { code: 1000, error: 'badRequest', message: 'No.' } } });
  open(documentOf('A'), { id: '5', revision: 1 });
  expect(await session.saves.saveSettings({ timezone: 'Mars/One' })).toMatchObject({ message: 'No.' });
  expect(state().document.settings).toEqual({});
  expect(isDirty(state())).toBe(false);
});

test('activating stores the changes first, and activates what was stored', async () => {
  const document = documentOf('A');
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  rename('x');
  expect(await session.saves.setActive(true)).toBe(true);
  expect(server.document().name).toBe('x');
  expect(server.callsTo('PATCH /workflows/5')[0]?.body).toEqual({ active: true, revision: 2 });
  expect(state().active).toBe(true);
});

test('a refused activation leaves it inactive, with the changes stored', async () => {
  fakeServer({
    [patchesAddress]: { data: { revision: 2 } },
    'PATCH /workflows/5': { status: 400, body: { code: 2005, error: 'activationFailed', message: 'No.' } },
  });
  open(documentOf('A'), { id: '5', revision: 1 });
  rename('x');
  expect(await session.saves.setActive(true)).toBe(false);
  expect(state().active).toBe(false);
  expect(isDirty(state())).toBe(false);
  expect(notices).toMatchObject([{ title: 'Workflow could not be activated', message: 'No.' }]);
});

test('nodes that someone else has deleted are gone here as well after a save', async () => {
  const document = documentOf('A B C', 'A>B B>C');
  const c = keyOf(document, 'C');
  const server = storing(document);
  open(document, { id: '5', revision: 1 });
  session.select([c]);
  rename('x');
  const { [c]: _, ...left } = document.nodes;
  const without = { ...document, nodes: left };
  server.theirs(
    { op: 'remove', path: `/nodes/${c}` },
    ...Object.values(document.wires)
      .filter(({ target }) => target === c)
      .map(({ key }): DocumentPatch => ({ op: 'remove', path: `/wires/${key}` })),
  );
  expect(await session.saves.save()).toBe(true);
  expect(Object.keys(state().document.nodes)).toEqual(Object.keys(without.nodes));
  expect(state().selection.size).toBe(0);
  session.dispatch('history.removeNodes', removeNodes([keyOf(document, 'B')]));
  expect(await session.saves.save()).toBe(true);
  expect(toFormat(server.document()).nodes).toHaveLength(1);
});

test('of others that save without a pause nobody waits for ever', async () => {
  const document = documentOf('A');
  let revision = 1;
  const { calls } = fakeServer({
    [patchesAddress]: () => {
      revision++;
      const changes = [{ revision, patches: [{ op: 'add', path: '/rest/count', value: revision }] }];
      const conflict = { revision, changes };
      return { status: 409, body: { code: 2001, error: 'workflowConflict', message: 'Changed.', conflict } };
    },
  });
  open(document, { id: '5', revision: 1 });
  rename('x');
  expect(await session.saves.save()).toBe(false);
  expect(calls).toHaveLength(5);
  expect(isDirty(state())).toBe(true);
  expect(notices.at(-1)).toMatchObject({ kind: 'error', message: 'Changed.' });
});

test('a workflow that is not there says so', async () => {
  fakeServer({
    'GET /workflows/9': { status: 404, body: { code: 2000, error: 'workflowNotFound', message: 'None.' } },
  });
  expect(await openStored('9')).toBe('notFound');
  expect(notices).toMatchObject([{ title: 'Could not find workflow' }]);
});

test('a stored workflow is opened with what is known of it', async () => {
  const workflow = { ...toFormat(documentOf('A')), id: '9', active: true, revision: 3, createdAt: 'c', updatedAt: 'u' };
  const { callsTo } = fakeServer({
    'GET /workflows/9': { data: workflow },
    'GET /node-types': { data: [setType] },
    'POST /node-types': { data: [setType] },
    'POST /workflows/9/patches': { data: { revision: 4 } },
  });
  session = (await openStored('9')) as WorkflowSession;
  expect(state()).toMatchObject({ id: '9', active: true, revision: 3 });
  // So that its nodes are shown with their looks at once; their parameters are on the way.
  expect(queryClient.getQueryData(nodeTypesQuery.queryKey)).toMatchObject({ list: [setType] });
  expect(callsTo('POST /node-types')[0]?.body).toEqual({
    nodeInfos: [{ name: setType.name, version: setType.version }],
  });
  session.dispatch('history.setWorkflowSettings', setWorkflowSettings({ timezone: 'UTC' }));
  await session.saves.save();
  expect(callsTo('POST /workflows/9/patches')[0]?.body).toEqual({
    revision: 3,
    patches: [{ op: 'add', path: '/settings/timezone', value: 'UTC' }],
  });
});

test('a word in the place of an id names no workflow, and is not asked for', async () => {
  const { calls } = fakeServer({ 'GET /workflows/new': { data: { name: 'My workflow' } } });
  expect(await openStored('new')).toBe('notFound');
  expect(calls).toEqual([]);
  expect(notices).toHaveLength(1);
});
