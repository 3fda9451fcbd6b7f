import { describe, expect, it } from 'vitest';
import { createReparseProgress } from './reparse-progress.ts';

function watch(isTTY: boolean) {
  let time = 0;
  const written: string[] = [];
  const progress = createReparseProgress({ output: { isTTY, write: (text) => written.push(text) }, now: () => time });
  const update = (seconds: number, profiles: number) => {
    time = seconds * 1000;
    progress.update({ profiles, changed: 3, fieldsChanged: 9, unreadable: 0 }, 2000);
  };
  return { written, update, progress };
}

describe('progress of a re-reading', () => {
  it('progress is a line every five seconds in a file', () => {
    const { written, update, progress } = watch(false);
    for (const seconds of [1, 4, 5, 6, 11]) update(seconds, seconds * 100);
    progress.end();
    expect(written).toEqual(['25 %, 500 of 2,000 profiles, 3 changed\n', '55 %, 1,100 of 2,000 profiles, 3 changed\n']);
  });

  it('progress is one line on a terminal, which disappears at the end', () => {
    const { written, update, progress } = watch(true);
    update(0.05, 1);
    update(0.2, 2000);
    // More than were counted at the start were found meanwhile.
    update(0.4, 2100);
    progress.end();
    expect(written).toEqual([
      '\r\u001b[K100 %, 2,000 of 2,000 profiles, 3 changed',
      '\r\u001b[K100 %, 2,100 of 2,000 profiles, 3 changed',
      '\r\u001b[K',
    ]);
  });

  it('a quick run shows no progress', () => {
    const { written, update, progress } = watch(false);
    update(1, 10);
    progress.end();
    expect(written).toEqual([]);
  });
});
