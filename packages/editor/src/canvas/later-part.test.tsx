import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { onNotice } from '../workflow/notices.ts';
import { laterPart } from './later-part.tsx';

afterEach(cleanup);

test('a part that cannot be loaded leaves the rest alone, is told of, and comes when it is shown again', async () => {
  const told = vi.fn();
  const end = onNotice(told);
  let isAway = true;
  const Part = laterPart(async (): Promise<{ default: ComponentType }> => {
    if (isAway) throw new Error('Failed to fetch');
    return { default: () => <p>The part</p> };
  });
  const page = (isShown: boolean) => (
    <>
      <p>The rest</p>
      <Suspense fallback={null}>{isShown && <Part />}</Suspense>
    </>
  );
  const { rerender } = render(page(true));
  await waitFor(() => expect(told).toHaveBeenCalledOnce());
  expect(screen.getByText('The rest')).toBeTruthy();
  expect(screen.queryByText('The part')).toBeNull();
  rerender(page(false));
  isAway = false;
  rerender(page(true));
  expect(await screen.findByText('The part')).toBeTruthy();
  end();
});

test('a part that was loaded ahead is there at once', async () => {
  const Part = laterPart(async () => ({ default: () => <p>The part</p> }));
  await Part.fetch();
  render(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  );
  expect(screen.getByText('The part')).toBeTruthy();
});
