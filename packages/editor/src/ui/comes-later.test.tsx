import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { comesLater } from './comes-later.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

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

test('what does not come within two minutes counts as not to be had, and is asked for again', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => new Promise<typeof Text>(() => {}));
  const Part = comesLater(load);
  const failed = expect(Part.fetch()).rejects.toThrow('took too long');
  await vi.advanceTimersByTimeAsync(120_000);
  await failed;
  load.mockResolvedValue(Text);
  expect(await Part.fetch()).toBe(Text);
});

test('something else may stand where it does not come in time', async () => {
  vi.useFakeTimers();
  const Part = comesLater(
    () => new Promise<typeof Text>(() => {}),
    () => <p>nothing</p>,
  );
  const fetched = Part.fetch();
  await vi.advanceTimersByTimeAsync(120_000);
  await fetched;
  show(Part as typeof Text);
  expect(screen.getByText('nothing')).toBeTruthy();
});
