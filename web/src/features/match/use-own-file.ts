/** The file that somebody chose as a list: read in the browser, and again when another part of it is chosen. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { useEffect, useRef, useState } from 'react';
import { logProblem } from '../../lib/log.ts';
import { holdsSomething } from '../../lib/match/read-list.ts';
import type { OwnFile, PartChoice } from '../../lib/own-file/read-own-file.ts';
import { describeUnreadable } from '../../lib/unreadable-file.ts';

const FILE_LIMIT_BYTES = 50 * 1024 * 1024;

/** A file that was read, as it was given. */
export interface ChosenFile {
  readonly file: File;
  readonly read: OwnFile;
}

/** @param onRead must keep what was read: the hook keeps only what goes on */
export function useOwnFile(onRead: (chosen: ChosenFile) => void) {
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function read(file: File, choice: PartChoice): Promise<void> {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setProblem(null);
    setReading(file.name);
    try {
      const refusal = await describeUnreadable(file, 'a CSV, Excel or JSON file');
      controller.signal.throwIfAborted();
      if (refusal !== null) setProblem(refusal);
      else {
        const { readOwnFile } = await import('../../lib/own-file/read-own-file.ts');
        const found = await readOwnFile(file, choice, controller.signal);
        controller.signal.throwIfAborted();
        if (!holdsSomething(found.text)) setProblem(`${file.name} holds no rows. Choose another file.`);
        else onRead({ file, read: found });
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      const isRefused = error instanceof UnreadableContent;
      if (!isRefused) logProblem('A list could not be read.', error);
      setProblem(isRefused ? `${file.name} could not be read: ${error.reason}.` : `${file.name} could not be read. Try again.`);
    }
    if (stop.current === controller) setReading(null);
  }

  return {
    /** The name of the file that is being read; null: none. */
    reading,
    problem,
    choosePart: (file: File, choice: PartChoice) => void read(file, choice),
    take: (files: readonly File[]) => {
      const [file] = files;
      if (file === undefined) return;
      const refusal = refusalOf(file, files.length);
      if (refusal === null) void read(file, {});
      else setProblem(refusal);
    },
  };
}

/** null: the file is read */
function refusalOf({ name, size }: File, count: number): string | null {
  if (count > 1) return 'These are several files. Choose one at a time.';
  if (size === 0) return `${name} is empty. Choose another file.`;
  return size > FILE_LIMIT_BYTES ? `${name} is larger than 50 MB. Split it into several files.` : null;
}
