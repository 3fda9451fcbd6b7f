/**
 * The speed and memory of trend detection, and whether scikit-learn finds the same. Every figure is the median of the first
 * runs of new processes; the load of the machine is printed beside it, because scikit-learn is the only comparison for these
 * times.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterParameters } from '@leadloom/server/trends/cluster/parameters';
import { hostileShapeNames } from '@leadloom/server/trends/testing/hostile-shapes';
import { atLeast, atMost, createReport, type Report } from '../tables/report.ts';
import { makeCorpus } from './corpus.ts';
import { measure } from './measure.ts';
import { HUNDRED_THOUSAND, MILLION, type TrendsChoice } from './options.ts';
import { measureThroughDatabase } from './through-database.ts';
import { saveCorpus } from './videos-on-disk.ts';

const SEED = 20_260_105;
const PROCESSES = 3;
const usual: ClusterParameters = { eps: 0.05, minSamples: 2, decay: 0.017 };

const goals = {
  million: {
    clustering: 700,
    withWeighing: 1_000,
    memory: 450,
    hostile: 2_000,
    wide: 3_000,
    fiveSamples: 2_000,
    ratio: 900,
    throughDatabase: 12_000,
  },
  hundredThousand: { clustering: 100, ratio: 40 },
  differentLabels: 0,
  silence: 100,
};

export async function benchTrends(choice: TrendsChoice): Promise<void> {
  const report = createReport('trends');
  const root = mkdtempSync(join(tmpdir(), 'leadloom-trends-'));
  const sklearn = findSklearn(choice.python);
  if (sklearn === null) report.note(`${choice.python} has no scikit-learn (Debian: python3-sklearn); labels are not compared`);
  try {
    for (const videos of choice.sizes) {
      const directory = join(root, String(videos));
      mkdirSync(directory);
      saveCorpus(directory, makeCorpus(videos, SEED));
      benchSize(report, videos, directory, sklearn !== null && videos <= choice.sklearnUpTo ? choice.python : null);
      rmSync(directory, { recursive: true });
    }
    for (const videos of choice.sizes) if (videos >= HUNDRED_THOUSAND) await benchThroughDatabase(report, videos);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  report.print('pnpm bench trends');
}

function benchSize(report: Report, videos: number, directory: string, python: string | null): void {
  const name = videos.toLocaleString('en');
  const isMillion = videos === MILLION;
  const found = measure({ directory, parameters: usual, hasWhatIf: true }, PROCESSES);
  const labels = `${name} videos, window to labels: ${inSeconds(found.clustering)}, warm ${inSeconds(found.warm)}, ${found.clusters} clusters, ${load()}`;
  if (isMillion) report.judge(labels, found.clustering, atMost(goals.million.clustering, 'ms'));
  else if (videos === HUNDRED_THOUSAND) report.judge(labels, found.clustering, atMost(goals.hundredThousand.clustering, 'ms'));
  else report.record(labels);
  const withWeighing = found.weighing + found.clustering;
  const all = `${name} videos, terms to labels: ${inSeconds(withWeighing)}`;
  const memory = `${name} videos, peak memory: ${found.memory.toFixed(0)} MB`;
  if (isMillion) {
    report.judge(all, withWeighing, atMost(goals.million.withWeighing, 'ms'));
    report.judge(memory, found.memory, atMost(goals.million.memory, 'MB'));
  } else {
    report.record(all);
    report.record(memory);
  }
  if (found.whatIf !== null)
    report.record(`${name} videos, counts for nine values of eps up to 0.2: ${inSeconds(found.whatIf)}, ${load()}`);
  // The labels on disk are those of the last run.
  if (python !== null) compareWithSklearn(report, name, videos, directory, python, found.clustering);

  const variants: readonly (readonly [string, ClusterParameters, number])[] = [
    ['eps 0.2', { ...usual, eps: 0.2 }, goals.million.wide],
    ['5 samples', { ...usual, minSamples: 5 }, goals.million.fiveSamples],
  ];
  for (const [variant, parameters, goal] of variants) {
    const { clustering, clusters } = measure({ directory, parameters, hasWhatIf: false }, isMillion ? 1 : PROCESSES);
    const figure = `${name} videos, ${variant}: ${inSeconds(clustering)}, ${clusters} clusters, ${load()}`;
    if (isMillion) report.judge(figure, clustering, atMost(goal, 'ms'));
    else report.record(figure);
    if (python !== null && videos <= HUNDRED_THOUSAND) {
      const { differentLabels } = runSklearn(python, directory, parameters);
      report.judge(
        `${name} videos, ${variant}: ${differentLabels} labels that differ from scikit-learn's`,
        differentLabels,
        atMost(goals.differentLabels),
      );
    }
  }
  for (const shape of hostileShapeNames) {
    const { clustering, comparedPerVideo } = measure({ shape, videos, parameters: usual }, 1);
    const figure = `${name} videos, ${shape}: ${inSeconds(clustering)}, ${comparedPerVideo.toFixed(1)} comparisons per video, ${load()}`;
    if (isMillion) report.judge(figure, clustering, atMost(goals.million.hostile, 'ms'));
    else report.record(figure);
  }
}

function compareWithSklearn(
  report: Report,
  name: string,
  videos: number,
  directory: string,
  python: string,
  clustering: number,
): void {
  const { total, memory, version, differentLabels } = runSklearn(python, directory, usual);
  const ratio = total / clustering;
  const figure = `${name} videos, scikit-learn ${version}: ${inSeconds(total)} and ${memory.toFixed(0)} MB, ${ratio.toFixed(1)} times ours, ${load()}`;
  if (videos === MILLION) report.judge(figure, ratio, atLeast(goals.million.ratio));
  else if (videos === HUNDRED_THOUSAND) report.judge(figure, ratio, atLeast(goals.hundredThousand.ratio));
  else report.record(figure);
  report.judge(
    `${name} videos: ${differentLabels} labels that differ from scikit-learn's`,
    differentLabels,
    atMost(goals.differentLabels),
  );
}

/** The same vectors clustered by scikit-learn, its labels compared with ours one by one. */
interface SklearnRun {
  /** Milliseconds for the radius graph and DBSCAN. */
  readonly total: number;
  /** Megabytes at its peak. */
  readonly memory: number;
  readonly version: string;
  readonly differentLabels: number;
}

/** @returns the version of scikit-learn in `python`, or null if there is none */
function findSklearn(python: string): string | null {
  const found = spawnSync(python, ['-c', 'import sklearn, scipy; print(sklearn.__version__)'], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** @param directory with the vectors and labels of `saveVectors` @throws {Error} with the output of Python */
function runSklearn(python: string, directory: string, { eps, minSamples, decay }: ClusterParameters): SklearnRun {
  const script = fileURLToPath(new URL('./cluster-with-sklearn.py', import.meta.url));
  const ran = spawnSync(python, [script, directory, String(eps), String(minSamples), String(decay)], { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`scikit-learn failed: ${ran.stderr}`);
  return JSON.parse(ran.stdout);
}

async function benchThroughDatabase(report: Report, videos: number): Promise<void> {
  const times = await measureThroughDatabase(videos, SEED);
  const { reading, engine, saving, again, list, silence, trends, links } = times;
  const name = `analysis of ${videos.toLocaleString('en')} videos`;
  const whole = reading + engine + saving;
  const parts = `reading ${inSeconds(reading)}, engine ${inSeconds(engine)}, saving ${trends} trends of ${links} videos ${inSeconds(saving)}`;
  const figure = `${name} through the database: ${inSeconds(whole)} (${parts}), once more ${inSeconds(again)}, ${load()}`;
  if (videos === MILLION) report.judge(figure, whole, atMost(goals.million.throughDatabase, 'ms'));
  else report.record(figure);
  report.judge(
    `${name}: the process answers others after ${inSeconds(silence)} at most, ${load()}`,
    silence,
    atMost(goals.silence, 'ms'),
  );
  report.record(`list of ${trends} trends: ${inSeconds(list)}, ${load()}`);
}

function inSeconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1_000).toFixed(2)} s`;
}

function load(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(0)}`;
}
