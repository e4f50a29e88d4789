import type { Action, Workflow } from '@millrace/contract';
import { expect, test } from 'vitest';
import { storedStateOf } from './stored-state.ts';

const stored = (permissions?: Action[]): Workflow => ({
  id: '1',
  name: 'Orders',
  active: false,
  nodes: [],
  connections: {},
  tags: [],
  revision: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...(permissions && { permissions }),
});

test.each([
  [['list', 'read'], { readOnly: true, mayRun: false, mayShare: false }],
  [['list', 'read', 'execute'], { readOnly: true, mayRun: true, mayShare: false }],
  [['list', 'read', 'execute', 'update'], { readOnly: false, mayRun: true, mayShare: false }],
  [['list', 'read', 'execute', 'update', 'share', 'delete'], { readOnly: false, mayRun: true, mayShare: true }],
] as [Action[], object][])('%j', (permissions, expected) => {
  expect(storedStateOf(stored(permissions))).toMatchObject(expected);
});

test('where nothing is said of it, everything may be done', () => {
  expect(storedStateOf(stored())).toEqual({
    id: '1',
    active: false,
    revision: 3,
    publishedRevision: null,
    ownedBy: undefined,
    folderId: null,
  });
});
