import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { networkError } from './api-client/api-error.ts';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

type Ask = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;

const named = (name: string): readonly Suggestion[] => [{ id: name, name }];
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function suggest(text: string, ask: Ask) {
  const { result, rerender } = renderHook((typed: string) => useSuggestions(typed, ask), { initialProps: text });
  return { type: rerender, shown: () => result.current };
}

describe('suggestions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('suggestions are requested 300 ms after the last key, for the trimmed text', async () => {
    const ask = vi.fn<Ask>(async (text) => named(text));
    const { type, shown } = suggest('w', ask);
    await pass(299);
    type(' we ');
    await pass(299);
    expect(ask).not.toHaveBeenCalled();
    expect(shown()).toEqual({ found: [], isLoading: true });
    await pass(1);
    expect(ask.mock.calls.map(([text]) => text)).toEqual(['we']);
    expect(shown()).toEqual({ found: named('we'), isLoading: false });
  });

  it('no suggestions are requested without text', async () => {
    const ask = vi.fn<Ask>(async (text) => named(text));
    const { type, shown } = suggest('we', ask);
    await pass(300);
    type('   ');
    expect(shown()).toEqual({ found: [], isLoading: false });
    await pass(1000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('no suggestions are requested for a text that is longer than any name, such as a pasted list', async () => {
    const ask = vi.fn<Ask>(async (text) => named(text));
    const { type, shown } = suggest('w'.repeat(101), ask);
    await pass(1000);
    expect(shown()).toEqual({ found: [], isLoading: false });
    expect(ask).not.toHaveBeenCalled();
    type('w'.repeat(100));
    await pass(300);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('late suggestions are not shown for another text', async () => {
    const late = Promise.withResolvers<readonly Suggestion[]>();
    const ask = vi.fn<Ask>(async (text) => (text === 'w' ? late.promise : named(text)));
    const { type, shown } = suggest('w', ask);
    await pass(300);
    type('we');
    expect(ask.mock.calls[0]?.[1].aborted).toBe(true);
    await pass(300);
    await act(async () => late.resolve(named('w')));
    expect(shown().found).toEqual(named('we'));
  });

  it('failed suggestions are logged and the list is empty', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { shown } = suggest('we', () => Promise.reject(networkError(null)));
    await pass(300);
    expect(shown()).toEqual({ found: [], isLoading: false });
    expect(log).toHaveBeenCalledTimes(1);
  });
});
