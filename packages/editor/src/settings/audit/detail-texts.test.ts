import { expect, test } from 'vitest';
import { detailTexts } from './detail-texts.ts';

const names: Readonly<Record<string, string>> = { '082f': 'Ben Berg' };

test('details are short words, and people are called by their names', () => {
  const details = {
    to: '082f',
    shares: [{ userId: '082f', role: 'view' }],
    expiresAt: null,
    filters: { status: 'error' },
  };
  expect(detailTexts(details, (id) => names[id])).toEqual([
    'to: Ben Berg',
    'shares: Ben Berg (view)',
    'expires at: none',
    'filters: status: error',
  ]);
});
