/**
 * A clock for the server that a journey can move ahead, for what depends on hours. The server's process is
 * told by a file, and asks it whenever it asks for the time; nothing in the server knows.
 */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface MovableClock {
  /** The settings of the server that has the clock. */
  readonly settings: Readonly<Record<string, string>>;
  readonly moveAhead: (hours: number) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** @param name distinguishes journeys that run at the same time */
export function createMovableClock(name: string): MovableClock {
  const file = join(tmpdir(), `leadloom-clock-${name}-${process.pid}`);
  return {
    settings: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
      LEADLOOM_JOURNEY_CLOCK: file,
    },
    moveAhead: (hours) => writeFile(file, String(hours)),
    remove: () => rm(file, { force: true }),
  };
}

/** A module that is loaded before the server; without the file, time is what it is. */
const preload = `
import { existsSync, readFileSync } from 'node:fs';
const RealDate = Date;
const file = process.env.LEADLOOM_JOURNEY_CLOCK;
const now = () => RealDate.now() + (existsSync(file) ? Number(readFileSync(file, 'utf8')) * 3_600_000 : 0);
globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};
`;
