import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { AskedNodes } from './AskedNodes.tsx';

afterEach(cleanup);

it('names each node once that a run has asked for', () => {
  renderInApp(<AskedNodes asks={{ requests: [{ node: 'Search' }, { node: 'Mail' }, { node: 'Search' }] }} />);
  expect(screen.getByText(/^This run had these nodes run: Search, Mail\./)).toBeTruthy();
});
