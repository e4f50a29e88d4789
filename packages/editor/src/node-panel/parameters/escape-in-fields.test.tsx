import type { ParameterDefinition } from '@millrace/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { isTakenEscape } from '../escape.ts';
import { renderFields } from '../testing.tsx';

afterEach(cleanup);

const method: ParameterDefinition = {
  name: 'method',
  displayName: 'Method',
  type: 'options',
  default: 'a',
  options: [
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ],
};

it('leaves Escape to an open list, and takes it once that is closed', async () => {
  const stored = renderFields([method]);
  const taken: boolean[] = [];
  const listen = (event: KeyboardEvent) =>
    taken.push(isTakenEscape({ target: event.target!, defaultPrevented: false }));
  document.addEventListener('keydown', listen, { capture: true });
  const field = screen.getByRole('combobox', { name: 'Method' });
  await userEvent.click(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.keyDown(field, { key: 'Escape' });
  document.removeEventListener('keydown', listen, { capture: true });
  expect(taken).toEqual([true, false]);
  await userEvent.click(field);
  await userEvent.click(screen.getByRole('option', { name: 'B' }));
  expect(stored()).toEqual({ method: 'b' });
});

it('leaves the field of a colour, whose palette is open as long, before it closes the dialog', async () => {
  renderFields([{ name: 'color', displayName: 'Colour', type: 'color', default: '#0b7075' }]);
  const field = screen.getByDisplayValue('#0b7075');
  const dialog = field.closest<HTMLElement>('[data-fields]')!.parentElement!;
  dialog.setAttribute('role', 'dialog');
  dialog.tabIndex = -1;
  field.focus();
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
  expect(document.activeElement).toBe(dialog);
});
