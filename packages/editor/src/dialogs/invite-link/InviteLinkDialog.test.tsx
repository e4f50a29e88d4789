import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

afterEach(() => {
  cleanup();
  closeAllDialogs();
});

test('opens with the focus in the field of the address, and says what is wrong with it only once it was sent', async () => {
  await renderAtAddress(<DialogStack />, '/settings/users');
  openDialog('inviteLink', {});
  const email = await screen.findByLabelText(/^Email/);
  await waitFor(() => expect(document.activeElement).toBe(email));
  // The dialog gives the focus a moment after it opened.
  await waitFor(() => expect(email.closest('[role=dialog]')?.querySelector('[data-autofocus]')).toBe(email));
  expect(screen.queryByText('This field is required')).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText('This field is required')).toBeTruthy();
});
