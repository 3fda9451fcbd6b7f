/** The progress of a run: one line on a terminal, an occasional line elsewhere. On standard error. */
import type { ReparseSummary } from '../../../server/src/modules/linkedin/raw-answers/reparse.service.ts';

const TERMINAL_MILLISECONDS = 100;
const LINES_MILLISECONDS = 5_000;

export interface ReparseProgress {
  update(done: ReparseSummary, total: number): void;
  /** Clears the terminal's line. */
  end(): void;
}

interface ProgressOptions {
  readonly output?: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly now?: () => number;
}

export function createReparseProgress({
  output = process.stderr,
  now = () => performance.now(),
}: ProgressOptions = {}): ReparseProgress {
  const isTerminal = output.isTTY === true;
  const pause = isTerminal ? TERMINAL_MILLISECONDS : LINES_MILLISECONDS;
  let shownAt = now();
  let isShown = false;
  return {
    update: ({ profiles, changed }, total) => {
      if (now() - shownAt < pause) return;
      shownAt = now();
      isShown = true;
      // Profiles may be added and deleted meanwhile.
      const part = total === 0 ? 100 : Math.min(100, Math.floor((100 * profiles) / total));
      const text = `${part} %, ${count(profiles)} of ${count(total)} profiles, ${count(changed)} changed`;
      output.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end: () => {
      if (isTerminal && isShown) output.write('\r\u001b[K');
    },
  };
}

function count(value: number): string {
  return value.toLocaleString('en');
}
