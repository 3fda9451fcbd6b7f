/** Measures the engine in separate processes, so that every first run is cold and memory is measured separately. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ClusterParameters } from '@leadloom/server/trends/cluster/parameters';

export type MeasureTask =
  | { readonly directory: string; readonly parameters: ClusterParameters; readonly hasWhatIf: boolean }
  | { readonly shape: string; readonly videos: number; readonly parameters: ClusterParameters };

/** Milliseconds and megabytes. */
export interface Measurement {
  readonly weighing: number;
  readonly clustering: number;
  /** The time of clustering once more. */
  readonly warm: number;
  readonly memory: number;
  readonly clusters: number;
  readonly comparedPerVideo: number;
  /** Counts for nine values of eps; null if not requested. */
  readonly whatIf: number | null;
}

/** @returns the measurement whose clustering is the median of `times` processes */
export function measure(task: MeasureTask, times: number): Measurement {
  const script = fileURLToPath(new URL('./measure-once.ts', import.meta.url));
  const all = Array.from({ length: times }, (): Measurement => {
    const printed = execFileSync(process.execPath, [script, JSON.stringify(task)], { encoding: 'utf8' });
    return JSON.parse(printed);
  }).sort((one, other) => one.clustering - other.clustering);
  const median = all[Math.floor(all.length / 2)];
  if (median === undefined) throw new RangeError('nothing was measured');
  return median;
}
