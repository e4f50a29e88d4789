import type { ParameterDefinition } from '@millrace/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { fieldDragType } from '../expression/expression-path.ts';
import { renderFields } from '../testing.tsx';

afterEach(cleanup);

const url: ParameterDefinition = { name: 'url', displayName: 'URL', type: 'string', default: '', required: true };

const urlField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^URL/ });

describe('a text field', () => {
  it('stores what is typed, and nothing when it is empty again', async () => {
    const stored = renderFields([url]);
    await userEvent.type(urlField(), 'abc');
    expect(stored()).toEqual({ url: 'abc' });
    await userEvent.clear(urlField());
    expect(stored()).toEqual({});
  });

  it('says that it is required only after it was left', async () => {
    renderFields([url]);
    expect(screen.queryByText('This field is required')).toBeNull();
    await userEvent.click(urlField());
    await userEvent.tab();
    expect(screen.getByText('This field is required')).toBeTruthy();
  });

  it('shows what becomes wrong with it while another field is typed in', async () => {
    const method: ParameterDefinition = { name: 'method', displayName: 'Method', type: 'string', default: '' };
    renderFields([url, method], {
      stored: { url: 'x' },
      issuesOf: ({ method }) =>
        method === 'GET' ? [{ path: ['url'], displayName: 'URL', message: 'has no place for a body' }] : [],
    });
    const methodField = screen.getByRole('textbox', { name: 'Method' });
    await userEvent.type(methodField, 'GET');
    expect(screen.getByText('has no place for a body')).toBeTruthy();
    await userEvent.type(methodField, 'X');
    expect(screen.queryByText('has no place for a body')).toBeNull();
  });

  it('keeps a typed = as text', async () => {
    const stored = renderFields([url]);
    await userEvent.type(urlField(), '=1');
    expect(stored()).toEqual({ url: "={{ '=1' }}" });
    expect(urlField().value).toBe('=1');
  });

  it('offers to make an expression of braces in fixed text', async () => {
    const stored = renderFields([url], { stored: { url: '{{ $json.a }}' } });
    await userEvent.click(screen.getByRole('button', { name: 'Make it an expression' }));
    expect(stored()).toEqual({ url: '={{ $json.a }}' });
  });

  it('becomes an expression as soon as braces are typed', () => {
    const stored = renderFields([url], { stored: { url: 'https://a.example/{' } });
    fireEvent.change(urlField(), { target: { value: 'https://a.example/{{' } });
    expect(stored()).toEqual({ url: '=https://a.example/{{' });
  });

  it('takes a dropped field as an expression', () => {
    const stored = renderFields([url]);
    fireEvent.drop(urlField(), {
      dataTransfer: { types: [fieldDragType], getData: () => '{{ $json.name }}' },
    });
    expect(stored()).toEqual({ url: '={{ $json.name }}' });
  });

  it('cannot be changed in a read-only workflow', async () => {
    const stored = renderFields([url], { readOnly: true });
    await userEvent.type(urlField(), 'abc');
    expect(stored()).toEqual({});
    expect(screen.queryByRole('button', { name: /^Menu/ })).toBeNull();
  });
});

describe('the switch between fixed and expression', () => {
  const limit: ParameterDefinition = { name: 'limit', displayName: 'Limit', type: 'number', default: 50 };

  it('wraps a number in braces, and puts the result back', async () => {
    const stored = renderFields([limit], { evaluate: () => ({ kind: 'value', value: 7 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Add expression' }));
    expect(stored()).toEqual({ limit: '={{50}}' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove expression' }));
    expect(stored()).toEqual({ limit: 7 });
  });

  it('shows why an expression fails', async () => {
    renderFields([limit], {
      stored: { limit: '={{ $json.x( }}' },
      evaluate: () => ({ kind: 'error', message: 'Unexpected end', errorKind: 'syntax', position: 4 }),
    });
    expect(screen.getByText('Unexpected end')).toBeTruthy();
  });
});

describe('a whole number', () => {
  it('is cut at its point, not joined to what stands behind it', async () => {
    const size: ParameterDefinition = {
      name: 'size',
      displayName: 'Size',
      type: 'number',
      default: 1,
      typeOptions: { numberPrecision: 0 },
    };
    const stored = renderFields([size]);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Size' });
    await userEvent.clear(field);
    await userEvent.type(field, '2.75');
    expect(stored()).toEqual({ size: 2 });
    await userEvent.tab();
    expect(field.value).toBe('2');
  });
});

it('leaves out a collection of which no option is there for what the node does', () => {
  const mode: ParameterDefinition = { name: 'mode', displayName: 'Mode', type: 'string', default: '' };
  const options: ParameterDefinition = {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [
      { name: 'x', displayName: 'X', type: 'string', default: '', displayOptions: { show: { '/mode': ['all'] } } },
    ],
  };
  renderFields([mode, options]);
  expect(screen.queryByText('Options')).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: 'Mode' }), { target: { value: 'all' } });
  expect(screen.getByText('Options')).toBeTruthy();
});

describe('what is added', () => {
  const text = (name: string): ParameterDefinition => ({ name, displayName: name, type: 'string', default: '' });
  const focused = () => document.activeElement?.getAttribute('aria-label');

  it('has the focus, where it was added by a menu, too', async () => {
    renderFields([
      { ...text('texts'), default: [], typeOptions: { multipleValues: true } } as ParameterDefinition,
      { name: 'options', displayName: 'Options', type: 'collection', default: {}, options: [text('one'), text('two')] },
      {
        name: 'rules',
        displayName: 'Rules',
        type: 'fixedCollection',
        default: {},
        typeOptions: { multipleValues: true },
        options: [{ name: 'rule', displayName: 'Rule', values: [text('left'), text('middle'), text('right')] }],
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Add value' }));
    expect(focused()).toBe('texts');
    await userEvent.click(screen.getByRole('button', { name: 'Add option' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'two' }));
    await waitFor(() => expect(focused()).toBe('two'));
    await userEvent.click(screen.getByRole('button', { name: 'Add Rule' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add Rule' }));
    expect(focused()).toBe('left');
    expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe('Rule 2');
  });
});

describe('collections', () => {
  const options: ParameterDefinition = {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [{ name: 'timeout', displayName: 'Timeout', type: 'number', default: 100 }],
  };
  const headers: ParameterDefinition = {
    name: 'headers',
    displayName: 'Headers',
    type: 'fixedCollection',
    default: {},
    typeOptions: { multipleValues: true, sortable: true },
    options: [
      {
        name: 'entry',
        displayName: 'Header',
        values: [{ name: 'name', displayName: 'Name', type: 'string', default: '' }],
      },
    ],
  };

  it('adds and removes an option', async () => {
    const stored = renderFields([options]);
    await userEvent.click(screen.getByRole('button', { name: 'Add option' }));
    expect(stored()).toEqual({ options: { timeout: 100 } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Timeout' }));
    expect(stored()).toEqual({});
  });

  it('adds, moves and deletes entries', async () => {
    const stored = renderFields([headers]);
    const add = screen.getByRole('button', { name: 'Add Header' });
    await userEvent.click(add);
    await userEvent.type(screen.getByLabelText('Name'), 'a');
    await userEvent.click(add);
    await userEvent.type(within(screen.getByRole('region', { name: 'Header 2' })).getByLabelText('Name'), 'b');
    await userEvent.click(screen.getByRole('button', { name: 'Move Header 2 up' }));
    expect(stored()).toEqual({ headers: { entry: [{ name: 'b' }, { name: 'a' }] } });
    await userEvent.click(screen.getByRole('button', { name: 'Delete Header 1' }));
    expect(stored()).toEqual({ headers: { entry: [{ name: 'a' }] } });
    await userEvent.click(screen.getByRole('button', { name: 'Delete Header 1' }));
    expect(stored()).toEqual({});
  });
});

describe('conditions', () => {
  it('are added with the options that the evaluation needs', async () => {
    const stored = renderFields([
      {
        name: 'conditions',
        displayName: 'Conditions',
        type: 'filter',
        default: {},
        typeOptions: { filter: { version: 2 } },
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Add condition' }));
    await userEvent.type(screen.getAllByPlaceholderText('Value')[0]!, 'x');
    expect(stored()).toMatchObject({
      conditions: {
        combinator: 'and',
        options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
        conditions: [{ leftValue: 'x', rightValue: '', operator: { type: 'string', operation: 'equals' } }, {}],
      },
    });
  });
});

describe('a field that is dropped on a condition', () => {
  it('brings the operator of its type', () => {
    const stored = renderFields([{ name: 'when', displayName: 'When', type: 'filter', default: {} }], {
      evaluate: () => ({ kind: 'value', value: 3 }),
    });
    fireEvent.drop(screen.getAllByPlaceholderText('Value')[0]!, {
      dataTransfer: { types: [fieldDragType], getData: () => '{{ $json.age }}' },
    });
    expect(stored()).toMatchObject({
      when: { conditions: [{ leftValue: '={{ $json.age }}', operator: { type: 'number', operation: 'equals' } }] },
    });
  });
});

describe('assignments', () => {
  it('are added by hand and by dropping a field, with the type of its value', async () => {
    const stored = renderFields(
      [{ name: 'fields', displayName: 'Fields', type: 'assignmentCollection', default: {} }],
      { evaluate: () => ({ kind: 'value', value: 3 }) },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Add field' }));
    // The cursor is in its name.
    await userEvent.keyboard('a');
    fireEvent.drop(screen.getByText('or drop one from the input here'), {
      dataTransfer: { types: [fieldDragType], getData: () => "{{ $json['two words'] }}" },
    });
    expect(stored()).toMatchObject({
      fields: {
        assignments: [
          { name: 'a', value: '', type: 'string' },
          { name: 'two words', value: "={{ $json['two words'] }}", type: 'number' },
        ],
      },
    });
  });
});

describe('conditions', () => {
  const conditions: ParameterDefinition = {
    name: 'conditions',
    displayName: 'Conditions',
    type: 'filter',
    default: {},
  };

  it('stand ready with a first empty one, which is stored when it is written', async () => {
    const stored = renderFields([conditions]);
    expect(stored()).toEqual({});
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Left value' }), 'ab');
    expect(stored()).toMatchObject({
      conditions: {
        combinator: 'and',
        conditions: [{ leftValue: 'ab', rightValue: '', operator: { type: 'string', operation: 'equals' } }],
      },
    });
  });

  it('have none to write in where nothing can be changed', () => {
    renderFields([conditions], { readOnly: true });
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('a resource locator', () => {
  const sheet: ParameterDefinition = {
    name: 'sheet',
    displayName: 'Sheet',
    type: 'resourceLocator',
    default: { __rl: true, mode: 'id', value: '' },
    modes: [
      {
        name: 'id',
        displayName: 'By ID',
        type: 'string',
        validation: [{ type: 'regex', properties: { regex: '[0-9]+', errorMessage: 'Not an ID' } }],
      },
      { name: 'url', displayName: 'By URL', type: 'string' },
    ],
  };

  it('stores the mode with the value, and says what does not fit the mode', async () => {
    const stored = renderFields([sheet]);
    const field = screen.getByRole('textbox', { name: /^Sheet/ });
    await userEvent.type(field, '12');
    expect(stored()).toEqual({ sheet: { __rl: true, mode: 'id', value: '12' } });
    await userEvent.type(field, 'x');
    expect(screen.getByText('Not an ID')).toBeTruthy();
  });

  it('keeps the value when the mode changes', async () => {
    const stored = renderFields([sheet], { stored: { sheet: { __rl: true, mode: 'id', value: '12' } } });
    await userEvent.click(screen.getByDisplayValue('By ID'));
    await userEvent.click(await screen.findByRole('option', { name: 'By URL' }));
    expect(stored()).toEqual({ sheet: { __rl: true, mode: 'url', value: '12' } });
  });
});

describe('a workflow selector', () => {
  const called: ParameterDefinition = {
    name: 'workflowId',
    displayName: 'Workflow',
    type: 'workflowSelector',
    default: { __rl: true, mode: 'list', value: '' },
  };
  const inputFields: ParameterDefinition = {
    name: 'inputFields',
    displayName: 'Inputs',
    type: 'assignmentCollection',
    default: { assignments: [] },
  };
  const summary = (id: string, name: string) => ({ id, name, active: false, tags: [], createdAt: '', updatedAt: '' });
  const trigger = {
    name: 'T',
    type: 'core.executeWorkflowTrigger',
    typeVersion: 1.1,
    position: [0, 0],
    parameters: { workflowInputs: { values: [{ name: 'order', type: 'number' }] } },
  };
  const workflows = [summary('7', 'Send report'), summary('12', 'Clean up')];
  const serve = () =>
    fakeServer({
      'GET /workflows': { data: workflows },
      'GET /workflows/12': { data: { ...summary('12', 'Clean up'), nodes: [trigger], connections: {} } },
    });
  const locator = (value: string, more = {}) => ({ workflowId: { __rl: true, mode: 'list', value, ...more } });
  const picker = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Workflow' });

  beforeEach(() => queryClient.clear());
  afterEach(() => vi.unstubAllGlobals());

  it('is chosen by name with the keyboard, shown by its name, and can be opened beside', async () => {
    serve();
    const stored = renderFields([called]);
    await userEvent.type(await picker(), 'clean{ArrowDown}{Enter}');
    expect(stored()).toEqual(locator('12', { cachedResultName: 'Clean up' }));
    expect((await picker()).value).toBe('Clean up');
    const link = screen.getByRole('link', { name: 'Open the workflow in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/workflow/12', '_blank']);
  });

  it('says that there is none, that none fits, and that the chosen one is gone', async () => {
    fakeServer({ 'GET /workflows': { data: [] } });
    renderFields([called], { stored: locator('9', { cachedResultName: 'Old one' }) });
    expect(await screen.findByDisplayValue('Old one (not found)')).toBeTruthy();
    cleanup();
    queryClient.clear();
    serve();
    renderFields([called]);
    await userEvent.type(await picker(), 'zzz');
    expect(await screen.findByText('No workflow has this name')).toBeTruthy();
  });

  it('says why there is no list, and asks again', async () => {
    const refused = { status: 403, body: { code: 1, error: 'forbidden', message: 'Not yours.' } };
    let answers = 0;
    fakeServer({ 'GET /workflows': () => (answers++ === 0 ? refused : { data: workflows }) });
    renderFields([called], { stored: locator('7') });
    expect((await screen.findByRole('alert')).textContent).toContain('Not yours.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByDisplayValue('Send report')).toBeTruthy();
  });

  it('offers fields for what the workflow takes', async () => {
    serve();
    const stored = renderFields([called, inputFields], { stored: locator('12') });
    expect(await screen.findByText('It takes order')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add a field for it' }));
    expect(stored()).toMatchObject({ inputFields: { assignments: [{ name: 'order', type: 'number' }] } });
    expect(screen.queryByRole('button', { name: 'Add a field for it' })).toBeNull();
  });

  it('takes an expression', () => {
    serve();
    renderFields([called], { stored: locator('={{ $json.id }}') });
    expect(screen.queryByRole('combobox', { name: 'Workflow' })).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

it('a colour is stored as it is typed', () => {
  const stored = renderFields([{ name: 'color', displayName: 'Color', type: 'color', default: '' }]);
  fireEvent.change(screen.getByRole('textbox', { name: /^Color/ }), { target: { value: '#ff0000' } });
  expect(stored()).toEqual({ color: '#ff0000' });
});
