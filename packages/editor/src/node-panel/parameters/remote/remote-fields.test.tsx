import type { ParameterDefinition } from '@millrace/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/queries.ts';
import { type FakeCall, fakeServer } from '../../../api/server-for-test.ts';
import { renderFields } from '../../testing.tsx';

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refused = { status: 400, body: { code: 1, error: 'badRequest', message: 'The key is not valid' } };
const bodyOf = (call: FakeCall | undefined) => call?.body as Record<string, unknown> | undefined;

const team: ParameterDefinition = { name: 'team', displayName: 'Team', type: 'string', default: '' };
const channel: ParameterDefinition = {
  name: 'channel',
  displayName: 'Channel',
  type: 'options',
  default: '',
  typeOptions: { loadOptionsMethod: 'getChannels', loadOptionsDependsOn: ['team'] },
};

describe('choices that the service offers', () => {
  const serve = () =>
    fakeServer({
      'POST /node-parameter-options': ({ body }) => {
        const { currentNodeParameters } = body as { currentNodeParameters: { team?: string } };
        return { data: [{ name: `General of ${currentNodeParameters.team ?? 'all'}`, value: 'c1' }] };
      },
    });

  it('are loaded, and loaded anew when what they depend on changes', async () => {
    const server = serve();
    const stored = renderFields([team, channel], { credentials: { api: { id: '1', name: 'Key' } } });
    await userEvent.click(screen.getByRole('combobox', { name: 'Channel' }));
    await userEvent.click(await screen.findByRole('option', { name: 'General of all' }));
    expect(stored()).toEqual({ channel: 'c1' });
    expect(bodyOf(server.calls[0])).toEqual({
      nodeTypeAndVersion: { name: 't', version: 1 },
      path: 'parameters.channel',
      methodName: 'getChannels',
      currentNodeParameters: {},
      credentials: { api: { id: '1', name: 'Key' } },
    });
    expect(server.calls).toHaveLength(1);
    fireEvent.change(screen.getByRole('textbox', { name: 'Team' }), { target: { value: 'A' } });
    expect(await screen.findByDisplayValue('General of A')).toBeTruthy();
    expect(server.calls).toHaveLength(2);
  });

  it('are asked for with what expressions give, of which none is an expression again', async () => {
    const server = serve();
    renderFields([team, channel], {
      stored: { team: '={{ $json.team }}' },
      evaluate: () => ({ kind: 'value', value: '=1' }),
    });
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(bodyOf(server.calls[0])?.currentNodeParameters).toEqual({ team: "={{ '=1' }}" });
  });

  it('say why in quotes that tell apart what stands in quotes itself', async () => {
    const body = { code: 1, error: 'badRequest', message: '"loadOptions" of Chat gave no list' };
    fakeServer({ 'POST /node-parameter-options': { status: 400, body } });
    renderFields([channel]);
    expect((await screen.findByRole('alert')).textContent).toContain('server: "\'loadOptions\' of Chat gave no list"');
  });

  it('are not asked for as long as the thing is not chosen that they depend on', async () => {
    const server = serve();
    renderFields([{ ...team, required: true }, channel]);
    expect(await screen.findByText(/Choose “Team” first/)).toBeTruthy();
    expect(server.calls).toEqual([]);
    fireEvent.change(screen.getByRole('textbox', { name: 'Team' }), { target: { value: 'A' } });
    await waitFor(() => expect(server.calls).toHaveLength(1));
  });

  it('are not asked for as long as credentials are missing that the node needs', async () => {
    const server = serve();
    renderFields([channel], { uses: [{ name: 'api', required: true }] });
    expect(await screen.findByText(/Choose credentials first/)).toBeTruthy();
    expect(server.calls).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Refresh list' })).toBeNull();
  });

  it('say why they are missing, and are asked for again', async () => {
    let answers = 0;
    fakeServer({
      'POST /node-parameter-options': () => (answers++ === 0 ? refused : { data: [{ name: 'General', value: 'c1' }] }),
    });
    renderFields([channel], { stored: { channel: 'c1' } });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'There was a problem loading the parameter options from server: "The key is not valid"',
    );
    // Nothing can be said of a value while its list is missing.
    expect(screen.getByDisplayValue('c1')).toBeTruthy();
    expect(screen.getByRole('alert').closest('[data-frame]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByDisplayValue('General')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be refreshed, may be none, and leave a value that is gone', async () => {
    let list = [{ name: 'General', value: 'c1' }];
    fakeServer({ 'POST /node-parameter-options': () => ({ data: list }) });
    renderFields([channel], { stored: { channel: 'c1' } });
    expect(await screen.findByDisplayValue('General')).toBeTruthy();
    list = [];
    await userEvent.click(screen.getByRole('button', { name: 'Refresh list' }));
    expect(await screen.findByDisplayValue('c1 (not supported)')).toBeTruthy();
    expect(screen.getByText('The service offers nothing to choose')).toBeTruthy();
  });

  it('are several where several can be chosen', async () => {
    serve();
    const stored = renderFields([{ ...channel, type: 'multiOptions', default: [] } as ParameterDefinition]);
    await userEvent.click(screen.getByRole('combobox', { name: /Channel/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'General of all' }));
    expect(stored()).toEqual({ channel: ['c1'] });
  });
});

describe('a list to choose from', () => {
  const sheet: ParameterDefinition = {
    name: 'sheet',
    displayName: 'Sheet',
    type: 'resourceLocator',
    default: { __rl: true, mode: 'list', value: '' },
    modes: [
      {
        name: 'list',
        displayName: 'From list',
        type: 'list',
        typeOptions: { searchListMethod: 'find', searchable: true },
      },
      {
        name: 'url',
        displayName: 'By URL',
        type: 'string',
        extractValue: { type: 'regex', regex: 'https://s\\.example/([a-z0-9]+)' },
      },
      { name: 'id', displayName: 'By ID', type: 'string', url: '=https://s.example/{{ $value }}' },
    ],
  };
  const pages: Record<string, object> = {
    '': { results: [{ name: 'Budget', value: 'b1', url: 'https://s.example/b1' }], nextPage: '2' },
    '2': { results: [{ name: 'Plan', value: 'p1', description: 'Of next year' }] },
  };
  const serve = () =>
    fakeServer({
      'POST /node-parameter-search': ({ body }) => {
        const { filter, page = '' } = body as { filter?: string; page?: string };
        return { data: filter ? { results: [{ name: `Found ${filter}`, value: 'f1' }] } : pages[page] };
      },
    });
  const open = () => userEvent.click(screen.getByRole('button', { name: /^Sheet/ }));

  it('is asked for when it is opened, a page at a time, and keeps name and address of what is chosen', async () => {
    const server = serve();
    const stored = renderFields([sheet]);
    expect(server.calls).toHaveLength(0);
    await open();
    await screen.findByRole('option', { name: 'Budget' });
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('option', { name: /Plan/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: 'Budget' }));
    expect(stored()).toEqual({
      sheet: {
        __rl: true,
        mode: 'list',
        value: 'b1',
        cachedResultName: 'Budget',
        cachedResultUrl: 'https://s.example/b1',
      },
    });
    expect(screen.getByRole('link', { name: 'Open it in a new tab' }).getAttribute('href')).toBe(
      'https://s.example/b1',
    );
  });

  it('loads the next page when it is scrolled to its end', async () => {
    serve();
    renderFields([sheet]);
    await open();
    await screen.findByRole('option', { name: 'Budget' });
    fireEvent.scroll(screen.getByRole('listbox'));
    expect(await screen.findByRole('option', { name: /Plan/ })).toBeTruthy();
  });

  it('is searched by the service, and chosen from with the keyboard', async () => {
    const server = serve();
    const stored = renderFields([sheet]);
    await open();
    await userEvent.type(screen.getByLabelText('Search for Sheet'), 'pl');
    await screen.findByRole('option', { name: 'Found pl' });
    expect(bodyOf(server.calls.at(-1))).toMatchObject({ filter: 'pl', methodName: 'find', path: 'parameters.sheet' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(stored()).toMatchObject({ sheet: { value: 'f1', cachedResultName: 'Found pl' } });
  });

  it('takes Escape for itself while it is open', async () => {
    serve();
    renderFields([sheet]);
    await open();
    const taken: boolean[] = [];
    const listen = (event: KeyboardEvent) => taken.push(event.defaultPrevented);
    window.addEventListener('keydown', listen);
    fireEvent.keyDown(screen.getByLabelText('Search for Sheet'), { key: 'Escape' });
    window.removeEventListener('keydown', listen);
    expect(taken).toEqual([true]);
  });

  it('shows by its name what was chosen before, without asking', async () => {
    const server = serve();
    renderFields([sheet], {
      stored: { sheet: { __rl: true, mode: 'list', value: 'x9', cachedResultName: 'Old one' } },
    });
    expect(screen.getByRole('button', { name: 'Sheet: Old one' }).textContent).toBe('Old one');
    expect(server.calls).toHaveLength(0);
  });

  it('says why it is missing', async () => {
    fakeServer({ 'POST /node-parameter-search': refused });
    renderFields([sheet]);
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('"The key is not valid"');
  });

  it('is filtered here where the service cannot search', async () => {
    const server = serve();
    const modes = [{ name: 'list', displayName: 'From list', type: 'list', typeOptions: { searchListMethod: 'find' } }];
    renderFields([{ ...sheet, modes } as ParameterDefinition]);
    await open();
    await screen.findByRole('option', { name: 'Budget' });
    await userEvent.type(screen.getByLabelText('Search for Sheet'), 'zzz');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByText('Nothing found')).toBeTruthy();
    expect(server.calls).toHaveLength(1);
  });

  it('waits for a text where the service asks for one', async () => {
    const server = serve();
    const typeOptions = { searchListMethod: 'find', searchable: true, searchFilterRequired: true };
    const modes = [{ name: 'list', displayName: 'From list', type: 'list', typeOptions }];
    renderFields([{ ...sheet, modes } as ParameterDefinition]);
    await open();
    expect(await screen.findByText('Type to search')).toBeTruthy();
    expect(server.calls).toHaveLength(0);
  });

  it('gives way to an address and an id of the same thing', async () => {
    serve();
    const chosen = { __rl: true, mode: 'list', value: 'b1', cachedResultUrl: 'https://s.example/b1' };
    const stored = renderFields([sheet], { stored: { sheet: chosen } });
    const choose = async (mode: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: 'How it is named' }));
      await userEvent.click(await screen.findByRole('option', { name: mode }));
    };
    await choose('By URL');
    expect(stored()).toEqual({ sheet: { __rl: true, mode: 'url', value: 'https://s.example/b1' } });
    await choose('By ID');
    expect(stored()).toEqual({ sheet: { __rl: true, mode: 'id', value: 'b1' } });
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://s.example/b1');
  });
});

describe('columns of a service', () => {
  const table: ParameterDefinition = { name: 'table', displayName: 'Table', type: 'string', default: '' };
  const columns = (more: object = {}): ParameterDefinition => ({
    name: 'columns',
    displayName: 'Columns',
    type: 'resourceMapper',
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: {
      loadOptionsDependsOn: ['table'],
      resourceMapper: { mode: 'upsert', resourceMapperMethod: 'getColumns', addAllFields: true, ...more },
    },
  });
  const id = { id: 'id', displayName: 'Id', type: 'string', canBeUsedToMatch: true, defaultMatch: true };
  const name = { id: 'name', displayName: 'Name', type: 'string', required: true, canBeUsedToMatch: true };
  const age = { id: 'age', displayName: 'Age', type: 'number' };
  const serve = (fields: () => object[]) =>
    fakeServer({ 'POST /node-parameter-mapping': () => ({ data: { fields: fields() } }) });
  const field = (label: RegExp | string) => screen.findByRole('textbox', { name: label });

  it('are shown with their types, and stored with the first value', async () => {
    const server = serve(() => [id, name, age]);
    const stored = renderFields([columns()]);
    await userEvent.type(await field('Age'), '7');
    expect(bodyOf(server.calls[0])).toMatchObject({ methodName: 'getColumns', path: 'parameters.columns' });
    expect(stored()).toEqual({
      columns: {
        mappingMode: 'defineBelow',
        value: { age: 7 },
        matchingColumns: ['id'],
        schema: [
          { ...id, removed: false },
          { ...name, removed: false },
          { ...age, removed: false },
        ],
        attemptToConvertTypes: false,
        convertFieldsToString: false,
      },
    });
    expect(screen.getByText('used to match')).toBeTruthy();
  });

  it('change nothing by being looked at', async () => {
    serve(() => [name]);
    const stored = renderFields([columns()]);
    await field(/^Name/);
    expect(stored()).toEqual({});
  });

  it('are taken out and put in again, but for those that are required or matched by', async () => {
    serve(() => [id, name, age]);
    const stored = renderFields([columns()]);
    await field('Age');
    expect(screen.queryByRole('button', { name: 'Remove Name' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove Id' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Age' }));
    expect(screen.queryByRole('textbox', { name: 'Age' })).toBeNull();
    expect(stored()).toMatchObject({ columns: { schema: [{}, {}, { id: 'age', removed: true }] } });
    await userEvent.click(screen.getByRole('button', { name: 'Add column' }));
    expect(await field('Age')).toBeTruthy();
  });

  it('are matched by what is chosen', async () => {
    serve(() => [id, name]);
    const stored = renderFields([columns()]);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Match by column' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Name' }));
    expect(stored()).toMatchObject({ columns: { matchingColumns: ['name'] } });
  });

  it('are left to the input where they are mapped automatically', async () => {
    serve(() => [id, name]);
    const stored = renderFields([columns()]);
    await field(/^Name/);
    await userEvent.click(screen.getByText('Map automatically'));
    expect(stored()).toMatchObject({ columns: { mappingMode: 'autoMapInputData' } });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('are those of another table when that is named, with what both have', async () => {
    let present: object[] = [id, name, age];
    serve(() => present);
    const stored = renderFields([table, columns()]);
    await userEvent.type(await field('Age'), '7');
    await userEvent.type(await field(/^Name/), 'Ada');
    present = [name];
    fireEvent.change(screen.getByRole('textbox', { name: 'Table' }), { target: { value: 'b' } });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Age' })).toBeNull());
    expect(stored()).toMatchObject({ columns: { value: { name: 'Ada' }, schema: [{ id: 'name' }] } });
  });

  it('that are stored are shown without asking, and asked for on demand', async () => {
    const server = serve(() => [id, name]);
    const held = { mappingMode: 'defineBelow', value: { name: 'Ada' }, matchingColumns: ['id'], schema: [name] };
    renderFields([columns()], { stored: { columns: held } });
    expect(await screen.findByDisplayValue('Ada')).toBeTruthy();
    expect(server.calls).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Refresh columns' }));
    expect(await screen.findByText('Add column')).toBeTruthy();
  });

  it('say that there are none, in the words of the service, and why they are missing', async () => {
    fakeServer({ 'POST /node-parameter-mapping': { data: { fields: [], emptyMessage: 'The sheet has no header' } } });
    renderFields([columns()]);
    expect(await screen.findByText('The sheet has no header')).toBeTruthy();
    cleanup();
    queryClient.clear();
    fakeServer({ 'POST /node-parameter-mapping': refused });
    renderFields([columns()]);
    expect((await screen.findByRole('alert')).textContent).toContain('The key is not valid');
  });

  it('offer to convert types where the node lets one choose', async () => {
    serve(() => [name]);
    const stored = renderFields([columns({ showTypeConversionOptions: true })]);
    await userEvent.click(await screen.findByRole('switch', { name: 'Convert values to the type of their column' }));
    expect(stored()).toMatchObject({ columns: { attemptToConvertTypes: true } });
  });
});

describe('a button', () => {
  const prompt: ParameterDefinition = {
    name: 'write',
    displayName: 'What should it do?',
    type: 'button',
    default: '',
    typeOptions: {
      buttonConfig: {
        label: 'Write the code',
        hasInputField: true,
        action: { type: 'x', handler: 'write', target: 'code' },
      },
    },
  };
  const code: ParameterDefinition = { name: 'code', displayName: 'Code', type: 'string', default: '' };

  it('hands over what was typed, and puts the answer where it belongs', async () => {
    const server = fakeServer({ 'POST /node-parameter-action': { data: 'return 1' } });
    const stored = renderFields([prompt, code]);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Write the code' });
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'What should it do?' }), 'one');
    await userEvent.click(button);
    expect(await screen.findByDisplayValue('return 1')).toBeTruthy();
    expect(bodyOf(server.calls[0])).toMatchObject({ methodName: 'write', payload: { prompt: 'one' } });
    expect(stored()).toEqual({ write: 'one', code: 'return 1' });
  });

  it('changes several parameters where it names none, and says what went wrong', async () => {
    let answers = 0;
    fakeServer({ 'POST /node-parameter-action': () => (answers++ === 0 ? refused : { data: { code: 'x' } }) });
    const typeOptions = { buttonConfig: { label: 'Do it', action: { type: 'x', handler: 'write' } } };
    const stored = renderFields([{ ...prompt, typeOptions } as ParameterDefinition, code]);
    await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The key is not valid');
    await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(stored()).toEqual({ code: 'x' }));
  });
});
