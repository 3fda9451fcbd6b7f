/**
 * The thread of one analysis or count: takes rows of videos, computes, and ends. Started by `run-in-thread.ts` only. Rows
 * are read here and not on the way, because reading a million of them takes longer than comparing them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { analyzeVideos } from '../analysis/analyze-videos.ts';
import { describeFound } from '../analysis/found-trends.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { countByStrictness } from '../what-if/count-by-strictness.ts';
import { TooManyVideos, WindowCollector } from '../window/collect-window.ts';
import type { VideoWindow } from '../window/video-window.ts';
import { estimateMemory, MEGABYTE } from './memory.ts';
import type {
  AnalysisTask,
  CountTask,
  FromThread,
  ThreadAnswer,
  ThreadData,
  ThreadFailure,
  ToThread,
} from './thread-messages.ts';

const NO_TREND = -1;

class CancelledError extends Error {}
class TooLargeError extends Error {}

// The data is not validated: both ends are files of this folder, and structured clones keep their shape.
const { task, key, maxVideos, maxMemory, cancelled }: ThreadData = workerData;
const collector = new WindowCollector(key, maxVideos);
let videos = 0;
let isEnded = false;

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

function take(bytes: Uint8Array): void {
  collector.add(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  send({ kind: 'taken' });
}

function finish(): void {
  const window = collector.finish();
  videos = window.videos.days.length;
  const wanted = estimateMemory(window.videos);
  if (wanted > maxMemory)
    throw new TooLargeError(`${videos} videos need about ${inMegabytes(wanted)} MB; the limit is ${inMegabytes(maxMemory)} MB`);
  send({ kind: 'answer', answer: task.kind === 'analyze' ? analyze(task, window) : count(task, window) });
}

/** Reports progress once per percent, and checks for cancellation as often as the engine reports. */
function analyze({ parameters, known, newFrom, now }: AnalysisTask, window: VideoWindow): ThreadAnswer {
  let told = '';
  const input = {
    videos: window.videos,
    parameters,
    known: known.map(({ centroid, lastSeen }) => ({ centroid: centroidOf(centroid), lastSeen })),
    links: linksOf(window, known),
    soundTitles: window.soundTitles,
    newFrom,
    now,
  };
  const result = analyzeVideos(input, (step, done) => {
    throwIfCancelled();
    const percent = Math.floor(done * 100);
    if (`${step} ${percent}` === told) return;
    told = `${step} ${percent}`;
    send({ kind: 'progress', step, percent });
  });
  return { kind: 'found', found: describeFound(result, window, known.length) };
}

function count({ question }: CountTask, { videos: { days, authors, offsets, termIds, vocabulary } }: VideoWindow): ThreadAnswer {
  const { vectors } = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
  return { kind: 'counted', videos: days.length, answers: countByStrictness(vectors, days, question) };
}

/** A centroid that an earlier analysis stored. */
function centroidOf(text: string): { readonly term: string; readonly weight: number }[] {
  const pairs: readonly (readonly [string, number])[] = JSON.parse(text);
  return pairs.map(([term, weight]) => ({ term, weight }));
}

/** The engine refers to trends by their index among the known ones. */
function linksOf({ trendIds }: VideoWindow, known: AnalysisTask['known']): Int32Array {
  const indexes = new Map(known.map(({ id }, index) => [id, index]));
  return Int32Array.from(trendIds, (id) => indexes.get(id) ?? NO_TREND);
}

function throwIfCancelled(): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new CancelledError();
}

function fail(error: unknown): void {
  isEnded = true;
  const message = String(error instanceof Error ? error.message : error);
  if (error instanceof CancelledError) send({ kind: 'cancelled' });
  else send({ kind: 'failed', failure: failureOf(error), message, videos });
}

function failureOf(error: unknown): ThreadFailure {
  if (error instanceof TooManyVideos) return 'too_many';
  if (error instanceof TooLargeError) return 'too_large';
  return error instanceof RangeError ? 'invalid' : 'crashed';
}

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / MEGABYTE);
}

parentPort?.on('message', (message: ToThread) => {
  if (isEnded) return;
  try {
    throwIfCancelled();
    if (message.kind === 'rows') take(message.bytes);
    else finish();
  } catch (error) {
    fail(error);
  }
});
