/**
 * The directory for temporary files of a run of all tests: in memory where there is plenty of it. Tests make and remove
 * hundreds of databases, whose thousands of files take several times as long on a disk, for nobody.
 */
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const MEMORY_DIRECTORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/** Settings for every process of the run. */
export function temporaryFilesInMemory(): Readonly<Record<string, string>> {
  return hasRoom() && allowsPrograms() ? { TMPDIR: MEMORY_DIRECTORY } : {};
}

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(MEMORY_DIRECTORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Whether programs may be started there. Some tests write a program and start it, which containers often forbid. */
function allowsPrograms(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const [, , , options = ''] = mounts.find((line) => line.split(' ')[1] === MEMORY_DIRECTORY)?.split(' ') ?? [];
  return options !== '' && !options.split(',').includes('noexec');
}
