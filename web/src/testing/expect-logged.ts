/** Failures that are meant for the log, where a test otherwise fails for them. */
import { expect, vi } from 'vitest';

/** @returns to be called at the end: the text must be logged, at the latest soon after the screen shows it; answers every line */
export function expectLogged(text: string): () => Promise<readonly string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return async () => {
    await vi.waitFor(() => expect(log.mock.calls.map(([first]) => String(first))).toContain(`[leadloom] ${text}`));
    return log.mock.calls.map((parts) => parts.map(String).join(' '));
  };
}
