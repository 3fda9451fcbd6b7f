/** The thread of one count: computes, responds, and ends. Started by `run-strictness-counts.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { weighTerms } from '../weights/weigh-terms.ts';
import { countByStrictness } from './count-by-strictness.ts';
import type { StrictnessMessage, StrictnessTask } from './strictness-messages.ts';

function answer({ videos, question }: StrictnessTask): StrictnessMessage {
  const { offsets, termIds, authors, days, vocabulary } = videos;
  try {
    const { vectors } = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
    return { kind: 'answers', answers: countByStrictness(vectors, days, question) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

// Not judged again: both ends are files of this folder, and the structured clone keeps shapes.
const task: StrictnessTask = workerData;
parentPort?.postMessage(answer(task));
