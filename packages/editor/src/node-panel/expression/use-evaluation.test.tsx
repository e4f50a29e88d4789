import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { FieldsProvider, type PanelContext } from '../panel-context.ts';
import type { Evaluation } from './evaluation.ts';
import { useEvaluation } from './use-evaluation.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the result of the text before stands for a moment, then it is told that the next one is on its way', () => {
  vi.useFakeTimers();
  const answers = new Map<string, (evaluation: Evaluation) => void>();
  const evaluate: PanelContext['evaluate'] = (text, answer) => {
    answers.set(text, answer);
    return () => answers.delete(text);
  };
  const context = { evaluate } as Partial<PanelContext> as PanelContext;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <FieldsProvider value={context}>{children}</FieldsProvider>
  );
  const { result, rerender } = renderHook(({ text }) => useEvaluation(text), { wrapper, initialProps: { text: '=1' } });
  const value = (text: string): Evaluation => ({ kind: 'value', value: text });
  act(() => answers.get('=1')?.(value('one')));
  expect(result.current).toEqual(value('one'));

  rerender({ text: '=spins' });
  expect(result.current).toEqual(value('one'));
  act(() => vi.advanceTimersByTime(400));
  expect(result.current).toEqual({ kind: 'pending' });
  act(() => answers.get('=spins')?.(value('two')));
  act(() => vi.advanceTimersByTime(400));
  expect(result.current).toEqual(value('two'));
});
