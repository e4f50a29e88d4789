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

/** Evaluations that are answered by hand. */
const evaluating = (first: string) => {
  const answers = new Map<string, (evaluation: Evaluation) => void>();
  const evaluate: PanelContext['evaluate'] = (text, answer) => {
    answers.set(text, answer);
    return () => answers.delete(text);
  };
  const context = { evaluate } as Partial<PanelContext> as PanelContext;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <FieldsProvider value={context}>{children}</FieldsProvider>
  );
  const hook = renderHook(({ text }) => useEvaluation(text), { wrapper, initialProps: { text: first } });
  const answer = (text: string, evaluation: Evaluation) => act(() => answers.get(text)?.(evaluation));
  return { ...hook, answer };
};

const value = (text: string | undefined): Evaluation => ({ kind: 'value', value: text });
const wrong: Evaluation = { kind: 'error', message: 'Unexpected end', errorKind: 'syntax' };

test.each([wrong, value(undefined)])(
  'of a text that one is in the middle of it is not said that it is wrong: %j',
  (unfinished) => {
    vi.useFakeTimers();
    const { result, rerender, answer } = evaluating('={{ $json.name }}');
    answer('={{ $json.name }}', value('Ada'));
    rerender({ text: '={{ $json.nam }}' });
    answer('={{ $json.nam }}', unfinished);
    act(() => vi.advanceTimersByTime(490));
    expect(result.current).not.toEqual(unfinished);
    act(() => vi.advanceTimersByTime(20));
    expect(result.current).toEqual(unfinished);
  },
);

test('what is wrong when a field is opened is said at once', () => {
  const { result, answer } = evaluating('={{');
  answer('={{', wrong);
  expect(result.current).toEqual(wrong);
});

test('the result of the text before stands for a moment, then it is told that the next one is on its way', () => {
  vi.useFakeTimers();
  const { result, rerender, answer } = evaluating('=1');
  answer('=1', value('one'));
  expect(result.current).toEqual(value('one'));

  rerender({ text: '=spins' });
  expect(result.current).toEqual(value('one'));
  act(() => vi.advanceTimersByTime(400));
  expect(result.current).toEqual({ kind: 'pending' });
  answer('=spins', value('two'));
  act(() => vi.advanceTimersByTime(400));
  expect(result.current).toEqual(value('two'));
});
