import { cleanup, fireEvent, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from './render-for-test.tsx';
import { Toasts } from './Toasts.tsx';
import { showToast } from './toasts.ts';

afterEach(cleanup);

test('what a toast offers is done once: it goes when one of its buttons is pressed', async () => {
  renderInApp(<Toasts />);
  const [restore, discard] = [vi.fn(), vi.fn()];
  showToast('info', 'Unsaved changes', {
    sticky: true,
    actions: [
      { label: 'Restore', run: restore },
      { label: 'Discard', run: discard },
    ],
  });
  const button = await screen.findByRole('button', { name: 'Restore' });
  const gone = waitForElementToBeRemoved(button);
  fireEvent.click(button);
  await gone;
  expect(restore).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(discard).not.toHaveBeenCalled();
});

test('a toast goes when what it says is not so any more', async () => {
  renderInApp(<Toasts />);
  const saved = new AbortController();
  showToast('error', 'Problem saving workflow', { until: saved.signal });
  const toast = await screen.findByText('Problem saving workflow');
  const gone = waitForElementToBeRemoved(toast);
  saved.abort();
  await gone;
});
