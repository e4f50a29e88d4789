import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const Rows = ({ names }: { names: string[] }) => {
  const [left, setLeft] = useState(names);
  return (
    <main tabIndex={-1}>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setLeft(left.filter((one) => one !== name))}>
              Delete {name}
            </button>
          </li>
        ))}
      </ul>
      <p>Text</p>
      <button type="button">Other</button>
    </main>
  );
};

let end = () => {};
afterEach(() => {
  end();
  cleanup();
});

const show = (names: string[]) => {
  render(<Rows names={names} />);
  end = keepFocus(() => screen.getByRole('main'));
  return userEvent.setup();
};

test('of a row that is deleted the next one gets the focus, of the last one the one before', async () => {
  const user = show(['a', 'b', 'c']);
  await user.click(screen.getByRole('button', { name: 'Delete b' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete c' })));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete a' })));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' })));
});

test('what is clicked while the focus belongs elsewhere does not lose its place', async () => {
  render(<Rows names={['a', 'b']} />);
  let isBelow = false;
  end = keepFocus(() => (isBelow ? null : screen.getByRole('main')));
  const first = screen.getByRole('button', { name: 'Delete a' });
  first.focus();
  isBelow = true;
  await userEvent.setup().click(screen.getByText('Text'));
  (document.activeElement as HTMLElement | null)?.blur();
  isBelow = false;
  first.closest('li')?.remove();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete b' })));
});

test('who has clicked on nothing keeps the focus nowhere', async () => {
  const user = show(['a', 'b']);
  await user.click(screen.getByRole('button', { name: 'Other' }));
  await user.click(screen.getByText('Text'));
  (document.activeElement as HTMLElement | null)?.blur();
  screen.getByRole('list').append(document.createElement('li'));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(document.body);
});
