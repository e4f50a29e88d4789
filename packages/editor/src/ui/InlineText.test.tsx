import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { InlineText } from './InlineText.tsx';

afterEach(cleanup);

const show = (onSubmit: (text: string) => boolean) => {
  render(
    <>
      <InlineText value="Orders" label="Name" placeholder="Name" onSubmit={onSubmit} />
      <button type="button">Other</button>
    </>,
  );
  return userEvent.setup();
};
const name = () => screen.getByRole('button', { name: 'Name: Orders' });

test('whoever leaves the field by a key stands on the text again', async () => {
  const user = show(() => true);
  for (const key of ['{Enter}', '{Escape}']) {
    await user.click(name());
    expect(document.activeElement?.tagName).toBe('INPUT');
    await user.keyboard(key);
    expect(document.activeElement).toBe(name());
  }
});

test('whoever goes elsewhere, also after a refusal, stays there', async () => {
  let takes = false;
  const user = show(() => takes);
  await user.click(name());
  await user.keyboard('{Enter}');
  expect(document.activeElement?.tagName).toBe('INPUT');
  takes = true;
  await user.click(screen.getByRole('button', { name: 'Other' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }));
  expect(name()).toBeTruthy();
});
