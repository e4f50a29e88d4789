import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { comesLater } from './comes-later.tsx';

afterEach(cleanup);

const Text = ({ text }: { text: string }) => <p>{text}</p>;
const show = (Part: React.ComponentType<{ text: string }>) =>
  render(
    <Suspense fallback="loading">
      <Part text="here" />
    </Suspense>,
  );

test('what was fetched ahead is there at once', async () => {
  const Part = comesLater(async () => Text);
  await Part.fetch();
  show(Part);
  expect(screen.getByText('here')).toBeTruthy();
});

test('what was not is fetched when it is shown', async () => {
  const Part = comesLater(async () => Text);
  show(Part);
  expect(screen.getByText('loading')).toBeTruthy();
  expect(await screen.findByText('here')).toBeTruthy();
});
