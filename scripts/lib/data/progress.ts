/**
 * Progress of an import: a bar on a terminal, an occasional line elsewhere. On standard error, so that output can be piped.
 */

const BAR_WIDTH = 24;
const TERMINAL_MILLISECONDS = 100;
const LINES_MILLISECONDS = 5_000;

export interface Progress {
  update(state: { readonly rows: number; readonly isMerging: boolean }): void;
  /** Clears the terminal's line. */
  end(): void;
}

interface ProgressOptions {
  /** Bytes of the file so far, before decompression. */
  readonly bytesRead: () => number;
  /** null: unknown. */
  readonly bytesTotal: number | null;
  readonly output?: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly now?: () => number;
}

export function createProgress({
  bytesRead,
  bytesTotal,
  output = process.stderr,
  now = () => performance.now(),
}: ProgressOptions): Progress {
  const isTerminal = output.isTTY === true;
  const pause = isTerminal ? TERMINAL_MILLISECONDS : LINES_MILLISECONDS;
  const began = now();
  let shownAt = began;
  let wasMerging = false;
  let isShown = false;

  const show = (text: string) => {
    output.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    isShown = true;
  };
  return {
    update: ({ rows, isMerging }) => {
      const time = now();
      const isDue = isMerging ? !wasMerging : time - shownAt >= pause;
      if (!isDue) return;
      // Small files are done before anyone could read this line.
      if (isMerging && !isTerminal && time - began < pause) return;
      shownAt = time;
      wasMerging = isMerging;
      if (isMerging) show(`storing ${count(rows)} rows`);
      else
        show(
          describeReading(
            { rows, seconds: (time - began) / 1000, part: bytesTotal === null ? null : partOf(bytesRead(), bytesTotal) },
            isTerminal,
          ),
        );
    },
    end: () => {
      if (isTerminal && isShown) output.write('\r\u001b[K');
    },
  };
}

interface Reading {
  readonly rows: number;
  readonly seconds: number;
  /** From 0 to 1; null: unknown. */
  readonly part: number | null;
}

function describeReading({ rows, seconds, part }: Reading, hasBar: boolean): string {
  const speed = `${count(rows)} rows, ${count(Math.round(rows / Math.max(seconds, 0.001)))} rows/s`;
  if (part === null) return `read ${speed}`;
  const filled = Math.round(part * BAR_WIDTH);
  const bar = hasBar ? `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ` : 'read ';
  const left = part > 0 ? `, ${clock((seconds / part) * (1 - part))} left` : '';
  return `${bar}${Math.floor(part * 100)} %, ${speed}${left}`;
}

function partOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
