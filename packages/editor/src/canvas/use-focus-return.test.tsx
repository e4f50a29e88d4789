import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { SessionContext } from '../workflow/hooks.ts';
import { openSession } from '../workflow/session.ts';
import { useFocusReturn } from './use-focus-return.ts';
import * as view from './view.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const shown = () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const focused = vi.spyOn(view, 'focusNode').mockResolvedValue();
  const session = openSession(documentOf('A B', 'A>B'));
  renderHook(() => useFocusReturn(), {
    wrapper: ({ children }) => <SessionContext value={session}>{children}</SessionContext>,
  });
  const [a, b] = ['A', 'B'].map((name) => keyOf(session.state().document, name));
  const nextFrame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { session, a: a!, b: b!, focused, nextFrame };
};

test('the focus goes back to the node of a panel that was closed', () => {
  const { session, a, focused, nextFrame } = shown();
  session.panel.openNode(a);
  session.panel.openNode(null);
  nextFrame();
  expect(focused).toHaveBeenCalledExactlyOnceWith(session, a);
  session.dispose();
});

test('a panel that opens when the creator closes keeps the focus', () => {
  const { session, a, b, focused, nextFrame } = shown();
  session.select([a]);
  session.panel.openCreator({});
  session.panel.openCreator(null);
  session.panel.openNode(b);
  nextFrame();
  expect(focused).not.toHaveBeenCalled();
  session.dispose();
});
