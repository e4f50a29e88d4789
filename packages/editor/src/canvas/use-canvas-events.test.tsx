import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { openSession, type WorkflowSession } from '../workflow/session.ts';
import { renderCanvas } from './render-for-test.tsx';

let session: WorkflowSession;
const key = (name: string) => keyOf(session.state().document, name);
const card = (name: string) => screen.getByRole('group', { name: new RegExp(`^${name},`) });

beforeEach(async () => {
  fakeServer({ 'GET /node-types': { data: [] } });
  session = openSession(documentOf('A B C', 'A>B B>C'));
  await renderCanvas(session);
});
afterEach(() => {
  cleanup();
  session.dispose();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a click on one of several selected nodes leaves that one selected', () => {
  act(() => session.select(['A', 'B', 'C'].map(key), Object.keys(session.state().document.wires)));
  fireEvent.click(card('B'));
  expect([...session.state().selection]).toEqual([key('B')]);
  expect(session.state().selectedWires.size).toBe(0);
});

test('with Shift the selection keeps what was in it', () => {
  act(() => session.select([key('A'), key('B')]));
  fireEvent.click(card('A'), { shiftKey: true });
  expect(session.state().selection).toContain(key('B'));
});
