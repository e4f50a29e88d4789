import type { ParameterDefinition } from '@millrace/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { allTypes } from '../../credentials/for-test.ts';
import { fieldDragType } from '../expression/expression-path.ts';
import { renderFields } from '../testing.tsx';

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const define = (definition: Partial<ParameterDefinition> & { type: string }): ParameterDefinition =>
  ({ name: 'p', displayName: 'Pay', default: '', ...definition }) as ParameterDefinition;

const drop = (target: HTMLElement, field: string) =>
  fireEvent.drop(target, { dataTransfer: { types: [fieldDragType], getData: () => field } });

describe('a parameter that names fields', () => {
  it('gets the path of a field that is dropped on it', () => {
    const stored = renderFields([define({ type: 'string', requiresDataPath: 'single', noDataExpression: true })]);
    drop(screen.getByRole('textbox', { name: 'Pay' }), "{{ $json.customer['first name'] }}");
    expect(stored()).toEqual({ p: "customer['first name']" });
  });

  it('gets several with commas between, where it takes several', () => {
    const stored = renderFields([define({ type: 'string', requiresDataPath: 'multiple' })]);
    drop(screen.getByRole('textbox', { name: 'Pay' }), '{{ $json.name }}');
    drop(screen.getByRole('textbox', { name: 'Pay' }), "{{ $('Older node').item.json.lines[0].price }}");
    expect(stored()).toEqual({ p: 'name, lines[0].price' });
  });
});

it('a parameter is locked while others say so', async () => {
  const disabledOptions = { show: { mode: ['auto'] } };
  const stored = renderFields(
    [define({ name: 'mode', displayName: 'Mode', type: 'string' }), define({ type: 'string', disabledOptions })],
    { stored: { mode: 'aut' } },
  );
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Pay' });
  expect(field().readOnly).toBe(false);
  await userEvent.type(screen.getByRole('textbox', { name: 'Mode' }), 'o');
  expect(field().readOnly).toBe(true);
  expect(screen.getByRole('img', { name: 'Other parameters decide this' })).toBeTruthy();
  await userEvent.type(field(), 'x');
  expect(stored()).toEqual({ mode: 'auto' });
});

describe('an icon', () => {
  const icon = define({ type: 'icon', default: { type: 'icon', value: 'bot' } });

  it('is found by its name', async () => {
    const stored = renderFields([icon]);
    await userEvent.click(screen.getByRole('button', { name: 'Pay: bot' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search for an icon' }), 'rock');
    await userEvent.click(screen.getByRole('button', { name: 'rocket' }));
    expect(stored()).toEqual({ p: { type: 'icon', value: 'rocket' } });
  });

  it('leaves Escape to the open grid', async () => {
    renderFields([icon]);
    await userEvent.click(screen.getByRole('button', { name: 'Pay: bot' }));
    const search = await screen.findByRole('textbox', { name: 'Search for an icon' });
    const taken: boolean[] = [];
    const listen = (event: KeyboardEvent) => taken.push(event.defaultPrevented);
    window.addEventListener('keydown', listen);
    fireEvent.keyDown(search, { key: 'Escape' });
    window.removeEventListener('keydown', listen);
    expect(taken).toEqual([true]);
  });

  it('may be any emoji', async () => {
    const stored = renderFields([icon]);
    await userEvent.click(screen.getByRole('button', { name: 'Pay: bot' }));
    await userEvent.click(await screen.findByText('Emoji'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Another emoji' }), '🐙{Enter}');
    expect(stored()).toEqual({ p: { type: 'emoji', value: '🐙' } });
  });
});

describe('a credential type', () => {
  const serve = () =>
    fakeServer({
      'GET /node-types': { data: [] },
      'GET /credential-types': { data: allTypes },
      'GET /credentials': { data: [] },
    });
  const field = (rule: string) => define({ type: 'credentialsSelect', credentialTypes: [rule] });
  const offered = async (rule: string) => {
    queryClient.clear();
    serve();
    const stored = renderFields([field(rule)]);
    await userEvent.click(screen.getByRole('combobox', { name: 'Pay' }));
    const options = await screen.findAllByRole('option');
    return { stored, names: options.map(({ textContent }) => textContent) };
  };

  it('is a generic one, where only those are asked for', async () => {
    const { stored, names } = await offered('has:genericAuth');
    expect(names).toEqual(['Header Auth']);
    await userEvent.click(screen.getByRole('option', { name: 'Header Auth' }));
    expect(stored()).toEqual({ p: 'httpHeaderAuth' });
    expect(await screen.findByRole('combobox', { name: /Credential for Header Auth/ })).toBeTruthy();
  });

  it('is one that signs requests, or one that extends another', async () => {
    const signing = ['Account OAuth1 API', 'Account OAuth2 API', 'Google Sheets OAuth2 API', 'Slack API'];
    expect((await offered('has:authenticate')).names).toEqual(signing);
    cleanup();
    expect((await offered('extends:googleOAuth2Api')).names).toEqual(['Google Sheets OAuth2 API']);
  });

  it('that is not known here is kept', async () => {
    serve();
    renderFields([field('has:authenticate')], { stored: { p: 'newerApi' } });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Pay' })).toHaveProperty('value', 'newerApi'));
  });
});

describe('advice', () => {
  const advice = (action: object) =>
    define({ type: 'callout', displayName: 'Try a <b>template</b>', typeOptions: { calloutAction: action as never } });

  it('leads where it says', () => {
    renderFields([advice({ type: 'openUrl', label: 'Read on', url: 'https://millrace.example/a' })]);
    expect(screen.getByText('Try a template')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read on' }).getAttribute('href')).toBe('https://millrace.example/a');
  });

  it.each([
    { type: 'openUrl', label: 'Read on', url: 'javascript:alert(1)' },
    { type: 'openSampleWorkflowTemplate', label: 'Open', templateId: 'x' },
  ])('offers nothing that leads nowhere: $type', (action) => {
    renderFields([advice(action)]);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(['callout', 'notice'] as const)(
    'keeps the links to pages that its text has, and no other markup: %s',
    (type) => {
      const displayName =
        'See the <a href="https://millrace.example/b">guide</a>, <a href="javascript:alert(1)">that</a> <img src="x" onerror="alert(1)"> &amp; more';
      renderFields([define({ type, displayName })]);
      expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        'https://millrace.example/b',
      ]);
      expect(screen.getByRole('link').parentElement?.textContent).toBe('See the guide, that  & more');
      expect(screen.queryByRole('img', { name: '' })).toBeNull();
    },
  );

  it('is a heading where a notice says so', () => {
    renderFields([define({ type: 'notice', displayName: 'Limits', typeOptions: { sectionHeader: true } })]);
    expect(screen.getByRole('heading', { name: 'Limits' })).toBeTruthy();
  });
});

describe('a cURL command', () => {
  const url = define({ name: 'url', displayName: 'URL', type: 'string' });
  const method = define({ name: 'method', displayName: 'Method', type: 'string', default: 'GET' });
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Import cURL' }));
  const command = () => screen.findByRole('textbox', { name: 'cURL command' });

  it('fills the node in', async () => {
    const stored = renderFields([define({ type: 'curlImport' }), method, url], { stored: { url: 'old' } });
    await open();
    await userEvent.click(await command());
    await userEvent.paste('curl -X DELETE https://s.example/1');
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect(stored()).toEqual({ method: 'DELETE', url: 'https://s.example/1' });
  });

  it('is refused with a reason where it is none', async () => {
    renderFields([define({ type: 'curlImport' })]);
    await open();
    await userEvent.type(await command(), 'wget');
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect(screen.getByText(/does not begin with curl/)).toBeTruthy();
  });

  it('is not asked for where nothing can be changed', () => {
    renderFields([define({ type: 'curlImport' })], { readOnly: true });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('entries of a group', () => {
  const group = (typeOptions: object): ParameterDefinition =>
    ({
      name: 'fields',
      displayName: 'Fields',
      type: 'fixedCollection',
      default: {},
      typeOptions: { multipleValues: true, ...typeOptions },
      options: [
        {
          name: 'values',
          displayName: 'Field',
          values: [
            define({ name: 'label', displayName: 'Label', type: 'string', required: true }),
            define({ name: 'hint', displayName: 'Hint', type: 'string', default: 'none' }),
            define({
              name: 'shown',
              displayName: 'Shown',
              type: 'string',
              typeOptions: { showEvenWhenOptional: true },
            }),
          ],
        },
      ],
    }) as ParameterDefinition;

  it('hold what is not required once it was added, at its default too', async () => {
    const stored = renderFields([group({ hideOptionalFields: true, addOptionalFieldButtonText: 'Add attribute' })], {
      stored: { fields: { values: [{ label: 'A' }] } },
    });
    expect(screen.getByRole('textbox', { name: 'Shown' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Hint' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add attribute' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hint' }));
    expect(stored()).toEqual({ fields: { values: [{ label: 'A', hint: 'none' }] } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Hint' }));
    expect(stored()).toEqual({ fields: { values: [{ label: 'A' }] } });
  });

  it('are as many as the definition allows, and are called as it says', async () => {
    const itemTitle = '={{ $collection.item.index }}: {{ $collection.item.value.label }}';
    renderFields([group({ maxAllowedFields: 2, fixedCollection: { itemTitle } })], {
      stored: { fields: { values: [{ label: 'A' }] } },
    });
    expect(within(screen.getByRole('region', { name: 'Field 1' })).getByText('1: A')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add Field' }));
    expect(screen.queryByRole('button', { name: 'Add Field' })).toBeNull();
  });
});

describe('further options', () => {
  it('a condition has its left side from the definition, and one way to be joined', async () => {
    const filter = { leftValue: '={{ $json.tag }}', allowedCombinators: ['or' as const], version: 2 };
    const stored = renderFields([define({ type: 'filter', default: {}, typeOptions: { filter } })]);
    expect(screen.queryByLabelText('Left value')).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Right value' }), 'a');
    expect(stored()).toMatchObject({
      p: { combinator: 'or', conditions: [{ leftValue: '={{ $json.tag }}', rightValue: 'a' }] },
    });
  });

  it('fields of an assignment may all be of one type', async () => {
    const assignment = { hideType: true, defaultType: 'number' as const };
    const stored = renderFields([
      define({ type: 'assignmentCollection', default: { assignments: [] }, typeOptions: { assignment } }),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Add field' }));
    expect(screen.queryByRole('combobox', { name: 'Type' })).toBeNull();
    expect(stored()).toMatchObject({ p: { assignments: [{ type: 'number', value: 0 }] } });
  });

  it('a date may be a day', () => {
    const stored = renderFields([define({ type: 'dateTime', typeOptions: { dateOnly: true } })]);
    fireEvent.change(screen.getByLabelText('Pay'), { target: { value: '2026-01-31' } });
    expect(stored()).toEqual({ p: '2026-01-31' });
  });

  it('a date is chosen by how long ago it is', () => {
    vi.useFakeTimers({ now: new Date('2026-03-04T15:06:07') });
    const stored = renderFields([define({ type: 'dateTime' })]);
    fireEvent.click(screen.getByRole('button', { name: 'A week ago' }));
    expect(stored()).toEqual({ p: '2026-02-25T15:06:07' });
    fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    expect(stored()).toEqual({ p: '2026-03-03T15:06:07' });
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(stored()).toEqual({ p: '2026-03-04T15:06:07' });
    vi.useRealTimers();
  });

  it('a text may be there to be copied', () => {
    renderFields([define({ type: 'string', default: 'https://s.example', typeOptions: { copyButton: true } })]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Pay' }).readOnly).toBe(true);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('an option that is disabled cannot be chosen, and any value is right where others are allowed', async () => {
    const options = [
      { name: 'One', value: '1' },
      { name: 'Two', value: '2', disabled: true },
    ];
    const stored = renderFields([define({ type: 'options', options, allowArbitraryValues: true })], {
      stored: { p: '9' },
    });
    expect(screen.getByDisplayValue('9')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Pay' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Two' }));
    expect(stored()).toEqual({ p: '9' });
  });

  it('a type that is newer than the editor is shown as JSON', () => {
    renderFields([define({ type: 'agentSelector' as 'hidden', default: { a: 1 } })]);
    expect(screen.getByText(/does not know parameters of the type “agentSelector”/)).toBeTruthy();
  });
});
