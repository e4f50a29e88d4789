import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useEditFocus } from './use-edit-focus.ts';

afterEach(cleanup);

const Name = () => {
  const [isField, setIsField] = useState(false);
  const focus = useEditFocus();
  if (!isField)
    return (
      <button ref={focus.text} type="button" onClick={() => setIsField(true)}>
        Orders
      </button>
    );
  return (
    <input
      ref={(field) => field?.focus()}
      aria-label="Name"
      onBlur={() => setIsField(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        focus.leaveByKey();
        setIsField(false);
      }}
    />
  );
};

test('whoever leaves a field by a key stands on its text again, whoever goes elsewhere stays there', async () => {
  render(
    <>
      <Name />
      <button type="button">Other</button>
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Orders' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Orders' }));
  await user.click(screen.getByRole('button', { name: 'Orders' }));
  await user.click(screen.getByRole('button', { name: 'Other' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }));
});
