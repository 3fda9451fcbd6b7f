/** The same vectors clustered by scikit-learn, and its labels compared with ours one by one. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ClusterParameters } from '@leadloom/server/trends/cluster/parameters';

export interface SklearnRun {
  /** Milliseconds for the radius graph and DBSCAN. */
  readonly total: number;
  /** Megabytes at its peak. */
  readonly memory: number;
  readonly version: string;
  readonly differentLabels: number;
}

/** @returns the version of scikit-learn in `python`, or null if there is none */
export function findSklearn(python: string): string | null {
  const found = spawnSync(python, ['-c', 'import sklearn, scipy; print(sklearn.__version__)'], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** @param directory with the vectors and labels of `saveVectors` @throws {Error} with the output of Python */
export function runSklearn(python: string, directory: string, { eps, minSamples, decay }: ClusterParameters): SklearnRun {
  const script = fileURLToPath(new URL('./cluster-with-sklearn.py', import.meta.url));
  const ran = spawnSync(python, [script, directory, String(eps), String(minSamples), String(decay)], { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`scikit-learn failed: ${ran.stderr}`);
  return JSON.parse(ran.stdout);
}
