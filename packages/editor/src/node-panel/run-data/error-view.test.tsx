import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { ErrorView } from './ErrorView.tsx';

afterEach(cleanup);

const error = { name: 'NodeError', message: 'No stock', description: 'The called workflow failed.', timestamp: 1 };

it('tells what failed, and where', () => {
  renderInApp(<ErrorView error={{ ...error, httpCode: '503', itemIndex: 4 }} />);
  expect(screen.getByRole('alert').textContent).toContain('No stock');
  expect(screen.getByText('503')).toBeTruthy();
  expect(screen.getByText('5')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows the answer that was the cause as a tree of three levels, and none that is too large for the page', () => {
  const cause = { answer: { problem: { reason: { hidden: 1 } } } };
  renderInApp(<ErrorView error={{ ...error, cause }} />);
  expect(screen.getByText('Cause')).toBeTruthy();
  expect(screen.getByText('reason')).toBeTruthy();
  expect(screen.queryByText('hidden')).toBeNull();
  cleanup();
  renderInApp(<ErrorView error={{ ...error, cause: { text: 'x'.repeat(204_801) } }} />);
  expect(screen.getByText('Too large to be shown.')).toBeTruthy();
});

it('leads to the execution of the called workflow that failed', () => {
  renderInApp(<ErrorView error={{ ...error, context: { executionId: '57' } }} />);
  expect(screen.getByRole('link', { name: 'Open execution 57' }).getAttribute('href')).toBe('/execution/57');
});
