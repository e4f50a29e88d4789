import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

const Dialog = () => {
  useReturnFocus();
  return <input aria-label="inside" ref={(field) => field?.focus()} />;
};
const Page = ({ isOpen, hasButton = true }: { isOpen: boolean; hasButton?: boolean }) => (
  <>
    {hasButton && <button type="button">Open</button>}
    <button type="button">Other</button>
    {isOpen && <Dialog />}
  </>
);
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

afterEach(cleanup);

test('what opened a dialog has the focus again when the dialog goes', () => {
  const { rerender } = render(<Page isOpen={false} />);
  screen.getByRole('button', { name: 'Open' }).focus();
  rerender(<Page isOpen />);
  expect(focused()).toBe('inside');
  rerender(<Page isOpen={false} />);
  expect(focused()).toBe('Open');
});

test('a focus that was put elsewhere meanwhile stays there, and one that cannot go back goes nowhere', () => {
  const { rerender } = render(<Page isOpen={false} />);
  screen.getByRole('button', { name: 'Open' }).focus();
  rerender(<Page isOpen />);
  screen.getByRole('button', { name: 'Other' }).focus();
  rerender(<Page isOpen={false} />);
  expect(focused()).toBe('Other');
  screen.getByRole('button', { name: 'Open' }).focus();
  rerender(<Page isOpen />);
  rerender(<Page isOpen={false} hasButton={false} />);
  expect(document.activeElement).toBe(document.body);
});
