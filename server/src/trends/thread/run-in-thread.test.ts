import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AnalysisInput, analyzeVideos } from '../analysis/analyze-videos.ts';
import { describeFound } from '../analysis/found-trends.ts';
import { copiedRows, inPieces, rowSource } from '../testing/copied-rows.ts';
import { createVideos, fixtureParameters } from '../testing/videos.fixture.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { countByStrictness } from '../what-if/count-by-strictness.ts';
import { WindowCollector } from '../window/collect-window.ts';
import { estimateMemory } from './memory.ts';
import { runInThread } from './run-in-thread.ts';
import type { AnalysisTask, CountTask } from './thread-messages.ts';

const KEY = 'video:';
const DAY = 86_400_000;
const VIDEOS = 3_000;
const rows = copiedRows(
  createVideos(30, VIDEOS, 3).map(({ videoId, authorId, day, terms }) => ({
    key: KEY + videoId,
    author: authorId,
    posted: Math.round(day * DAY),
    hashtags: terms.filter((term) => term.startsWith('#')),
    soundId: terms.find((term) => term.startsWith('~'))?.slice(1) ?? null,
    soundTitle: null,
    caption: null,
    trendId: null,
  })),
);
const newSource = () => rowSource(KEY, inPieces(rows, 8_000));
const limits = { maxVideos: VIDEOS };
const task: AnalysisTask = { kind: 'analyze', parameters: fixtureParameters, known: [], newFrom: 5, now: 30 };
const countTask: CountTask = {
  kind: 'count',
  question: { choices: [0.01, 0.05, 0.2], minSamples: 2, decay: 0.017, largeFrom: 5 },
};

function collectHere() {
  const collector = new WindowCollector(KEY, VIDEOS);
  collector.add(rows);
  return collector.finish();
}

describe('an analysis in a thread', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('an analysis under `node --watch`, whose thread reports the modules it loads, ends as ever', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    expect(await runInThread(newSource(), task, limits)).toMatchObject({ kind: 'done', answer: { kind: 'found' } });
  });

  it('an analysis in a thread finds what one in this thread finds, and reports its steps in order', async () => {
    const told: string[] = [];
    const outcome = await runInThread(newSource(), task, {
      ...limits,
      onProgress: (step, percent) => told.push(`${step} ${percent}`),
    });
    const window = collectHere();
    const links = new Int32Array(VIDEOS).fill(-1);
    const { parameters, newFrom, now } = task;
    const input: AnalysisInput = { ...window, parameters, known: [], links, newFrom, now };
    const found = describeFound(analyzeVideos(input), window, 0);
    expect(outcome).toEqual({ kind: 'done', answer: { kind: 'found', found } });
    expect(found.created).toBeGreaterThan(5);
    expect(found.links.reduce((sum, { trends }) => sum + trends.length, 0)).toBeGreaterThan(50);
    expect(told[0]).toBe('weighting 0');
    expect(told).toContain('comparing 100');
    expect(told.at(-1)).toBe('matching 0');
  });

  it('trends that are stored are recognised by their videos and by their terms', async () => {
    const first = await runInThread(newSource(), task, limits);
    if (first.kind !== 'done' || first.answer.kind !== 'found') throw new Error(first.kind);
    const created: readonly { centroid: unknown; seen: string }[] = first.answer.found.createdRows.flatMap((text) =>
      JSON.parse(text),
    );
    const known = created.map(({ centroid, seen }, at) => ({
      id: 100 + at,
      centroid: JSON.stringify(centroid),
      lastSeen: Date.parse(seen) / DAY,
    }));
    const again = await runInThread(newSource(), { ...task, known }, limits);
    expect(again).toMatchObject({ kind: 'done', answer: { found: { created: 0, merged: [] } } });
  });

  it('a cancelled analysis ends, before or after its start', async () => {
    expect(await runInThread(newSource(), task, { ...limits, signal: AbortSignal.abort() })).toEqual({ kind: 'cancelled' });
    const cancelled = new AbortController();
    const running = runInThread(newSource(), task, { ...limits, signal: cancelled.signal });
    cancelled.abort();
    expect(await running).toEqual({ kind: 'cancelled' });
  });

  it('an analysis that is cancelled while the database sends nothing ends after its grace', async () => {
    const cancelled = new AbortController();
    const source = { ...newSource(), next: () => new Promise<null>(() => undefined) };
    const running = runInThread(source, task, { ...limits, signal: cancelled.signal, grace: 1 });
    cancelled.abort();
    expect(await running).toEqual({ kind: 'cancelled' });
  });

  it('an analysis of too many videos, or that needs too much memory, is refused', async () => {
    const many = await runInThread(newSource(), task, { maxVideos: VIDEOS - 1 });
    expect(many).toMatchObject({ kind: 'failed', failure: 'too_many' });
    const maxMemory = estimateMemory(collectHere().videos) - 1;
    const large = await runInThread(newSource(), task, { ...limits, maxMemory });
    expect(large).toMatchObject({ kind: 'failed', failure: 'too_large', videos: VIDEOS });
  });

  it('a parameter out of range is named in the failure', async () => {
    const outcome = await runInThread(newSource(), { ...task, parameters: { ...fixtureParameters, eps: 0 } }, limits);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'invalid', message: 'eps must be greater than 0' });
  });

  it('an analysis fails without ending the process if its progress cannot be reported', async () => {
    const onProgress = (): void => {
      throw new Error('nobody listens');
    };
    expect(await runInThread(newSource(), task, { ...limits, onProgress })).toMatchObject({
      kind: 'failed',
      failure: 'crashed',
      message: 'progress could not be reported: nobody listens',
    });
  });

  it('an error in the thread is named in the failure', async () => {
    const known = [{ id: 1, centroid: 'no JSON', lastSeen: 1 }];
    expect(await runInThread(newSource(), { ...task, known }, limits)).toMatchObject({ kind: 'failed', failure: 'crashed' });
    const cut = rowSource(KEY, [rows.subarray(0, 500)]);
    expect(await runInThread(cut, task, limits)).toMatchObject({ failure: 'crashed', message: 'the copied rows are incomplete' });
  });

  it('an error of the database is thrown', async () => {
    const source = { ...newSource(), next: () => Promise.reject(new Error('connection lost')) };
    await expect(runInThread(source, task, limits)).rejects.toThrow('connection lost');
  });
});

describe('counts in a thread', () => {
  it('each piece of work has a thread of its own, of which nothing is left, whatever became of the one before', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length;
    const before = threads();
    let during = before;
    const onProgress = () => {
      during = threads();
    };
    for (let round = 0; round < 3; round += 1) {
      expect((await runInThread(newSource(), task, { ...limits, maxVideos: 10 })).kind).toBe('failed');
      expect((await runInThread(newSource(), task, { ...limits, onProgress })).kind).toBe('done');
      expect(during).toBeGreaterThan(before);
      expect(threads()).toBe(before);
    }
  });

  it('counts in a thread equal those of this thread', async () => {
    const { days, offsets, termIds, authors, vocabulary } = collectHere().videos;
    const { vectors } = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
    const answers = countByStrictness(vectors, days, countTask.question);
    const outcome = await runInThread(newSource(), countTask, limits);
    expect(outcome).toEqual({ kind: 'done', answer: { kind: 'counted', videos: VIDEOS, answers } });
    expect(answers[1]?.largeClusters).toBeGreaterThan(3);
  });
});
