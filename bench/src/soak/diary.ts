/** The actions of people, and what they saw. */

/** A time span in milliseconds of `performance.now()`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Diary {
  /** Notes something a person would have seen as an error. */
  error(what: string): void;
  /** A write that was cut off and asked for again. */
  repeatedWrite(): void;
  /** An export had to wait for one that was cut off. */
  waitedForExport(): void;
  done(activity: string): void;
  /** A list was asked for at `start` and is there now. */
  listed(start: number): void;
  readonly errors: ReadonlyMap<string, number>;
  readonly activities: ReadonlyMap<string, number>;
  readonly lists: readonly Span[];
  again(): number;
  exportWaits(): number;
}

export function openDiary(say: (line: string) => void): Diary {
  const errors = new Map<string, number>();
  const activities = new Map<string, number>();
  const lists: Span[] = [];
  let again = 0;
  let exportWaits = 0;
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    errors,
    activities,
    lists,
    again: () => again,
    exportWaits: () => exportWaits,
    error: (what) => {
      if (!errors.has(what)) say(`a person sees: ${what}`);
      count(errors, what);
    },
    repeatedWrite: () => {
      again += 1;
    },
    waitedForExport: () => {
      exportWaits += 1;
    },
    done: (activity) => count(activities, activity),
    listed: (start) => lists.push({ start, end: performance.now() }),
  };
}
