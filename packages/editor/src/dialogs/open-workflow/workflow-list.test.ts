import type { WorkflowSummary } from '@millrace/contract';
import { expect, test } from 'vitest';
import { findWorkflows } from './workflow-list.ts';

const workflow = (name: string, updatedAt: string): WorkflowSummary => ({
  id: name,
  name,
  active: false,
  tags: [],
  createdAt: updatedAt,
  updatedAt,
});
const all = [workflow('Order 10', '2026-03'), workflow('order 9', '2026-01'), workflow('Invoice', '2026-02')];
const names = (search: string, column: 'name' | 'updatedAt', isDescending: boolean) =>
  findWorkflows(all, search, { column, isDescending }).map((found) => found.name);

test('every word of the search must be in the name, in any case and order', () => {
  expect(names('10 ORD', 'name', false)).toEqual(['Order 10']);
  expect(names('', 'name', false)).toHaveLength(3);
  expect(names('none', 'name', false)).toEqual([]);
});

test('names sort as people count, dates newest first', () => {
  expect(names('', 'name', false)).toEqual(['Invoice', 'order 9', 'Order 10']);
  expect(names('', 'updatedAt', true)).toEqual(['Order 10', 'Invoice', 'order 9']);
});
