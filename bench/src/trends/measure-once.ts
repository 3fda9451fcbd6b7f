/**
 * One measured process: `node measure-once.ts <task>`, with the task as JSON. It prints its result as JSON. The first run
 * is cold; memory is that of the input and the first run.
 */
import { clusterVideos } from '@leadloom/server/trends/cluster/cluster-videos';
import { hostileShape } from '@leadloom/server/trends/testing/hostile-shapes';
import { weighTerms } from '@leadloom/server/trends/weights/weigh-terms';
import { countByStrictness } from '@leadloom/server/trends/what-if/count-by-strictness';
import type { Measurement, MeasureTask } from './measure.ts';
import { loadCorpus, saveVectors } from './videos-on-disk.ts';

const KILOBYTES_A_MEGABYTE = 1024;
const STRICTNESS = [0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.13, 0.16, 0.2];

const task: MeasureTask = JSON.parse(process.argv[2] ?? '');
const { parameters } = task;
const { terms, days } = 'shape' in task ? hostileShape(task.shape, task.videos) : loadCorpus(task.directory);

const began = performance.now();
const { vectors } = weighTerms(terms);
const weighed = performance.now();
const { labels, clusters, operations } = clusterVideos(vectors, days, parameters);
const clustered = performance.now();
const memory = process.resourceUsage().maxRSS / KILOBYTES_A_MEGABYTE;
const again = performance.now();
clusterVideos(vectors, days, parameters);
const warm = performance.now() - again;
let whatIf: number | null = null;
if ('directory' in task && task.hasWhatIf) {
  const asked = performance.now();
  countByStrictness(vectors, days, { choices: STRICTNESS, minSamples: 2, decay: parameters.decay, largeFrom: 5 });
  whatIf = performance.now() - asked;
}
if ('directory' in task) saveVectors(task.directory, vectors, labels);
const measurement: Measurement = {
  weighing: weighed - began,
  clustering: clustered - weighed,
  warm,
  memory,
  clusters,
  comparedPerVideo: operations.compared / terms.rows,
  whatIf,
};
console.log(JSON.stringify(measurement));
