import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { showFailedAttempt } from '../account/attempt.ts';
import { renderInApp } from './render-for-test.tsx';
import { Toasts } from './Toasts.tsx';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const SignIn = ({ signIn }: { signIn: (password: string) => Promise<void> }) => {
  const form = useForm(
    { password: '' },
    () => ({}),
    ({ password }) => signIn(password).catch((error: unknown) => showFailedAttempt('Problem logging in', error)),
  );
  return (
    <form onSubmit={form.onSubmit}>
      <label>
        Password
        <input
          {...{ name: 'password', value: form.values.password }}
          onChange={(event) => form.change({ password: event.currentTarget.value })}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
};

test('what was said of an attempt that failed goes with the next one', async () => {
  const signIn = async (password: string) => {
    if (password !== 'right') throw new Error('Wrong password');
  };
  renderInApp(
    <>
      <SignIn signIn={signIn} />
      <Toasts />
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Problem logging in')).toBeTruthy();
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(screen.queryByText('Problem logging in')).toBeNull());
});
