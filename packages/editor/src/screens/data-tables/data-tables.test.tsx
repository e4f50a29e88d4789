import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { renderAtAddress, renderInApp } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { importRows } from './actions.ts';
import { CellEditor } from './CellEditor.tsx';
import { RowGrid, type RowGridProps } from './RowGrid.tsx';

const table = {
  id: '1',
  name: 'Mills',
  columns: [{ id: '1', name: 'founded', type: 'number' as const }],
  rowCount: 0,
  size: 0,
  createdAt: '2026-01-15T12:00:00.000Z',
  updatedAt: '2026-01-15T12:00:00.000Z',
  permissions: ['read', 'use', 'update'],
} as RowGridProps['table'];

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what is no number stays in its cell, with the reason, until it is one', async () => {
  const onDone = vi.fn();
  renderInApp(<CellEditor type="number" value={null} label="founded" onDone={onDone} />);
  const person = userEvent.setup();
  const field = screen.getByRole('textbox', { name: 'founded' });
  await person.type(field, 'abc{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Enter a number, such as 12.5');
  expect((field as HTMLInputElement).value).toBe('abc');
  expect(onDone).not.toHaveBeenCalled();
  await person.clear(field);
  await person.type(field, '1842{Enter}');
  expect(onDone).toHaveBeenCalledWith(1842, 'down');
});

test('a row that was added gets the focus in its first cell that can be written', async () => {
  const grid = (added: number) => (
    <RowGrid
      table={table}
      columns={[{ name: 'id', type: 'number' }, ...table.columns]}
      count={2}
      row={(index) => ({ id: index + 1, founded: index })}
      added={added}
      onWindow={() => {}}
      sort={undefined}
      onSort={() => {}}
      mayWrite
      mayChange={false}
      selected={new Set()}
      onSelect={() => {}}
      onChange={() => {}}
    />
  );
  // As high as its rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  renderInApp(grid(1));
  await waitFor(() => expect(document.activeElement?.getAttribute('title')).toBe('1'));
});

test.each([
  ['agreed to', 'Add columns and import', ['?addColumns=false', '?addColumns=true']],
  ['refused', 'Cancel', ['?addColumns=false']],
])('columns that an import would add are named first, and may be %s', async (_, button, expected) => {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [new File(['nick\nA\n'], 'mills.csv')] });
    this.dispatchEvent(new Event('change'));
  });
  const body = { code: 7504, error: 'dataTableColumnsMissing', message: 'The table has no column "nick".' };
  const server = fakeServer({
    'POST /data-tables/1/csv': ({ path }) =>
      path.endsWith('true') ? { data: { count: 1, table } } : { status: 409, body },
  });
  await renderAtAddress(
    <>
      <DialogStack />
      <Toasts />
    </>,
    '/data-tables/1',
  );
  const imported = importRows(table);
  expect(await screen.findByText(/The table has no column "nick"\./)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Importing mills.csv …')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: button }));
  await imported;
  expect(server.calls.map(({ path }) => path.replace('/data-tables/1/csv', ''))).toEqual(expected);
});
