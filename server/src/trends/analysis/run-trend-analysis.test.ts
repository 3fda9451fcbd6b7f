import { describe, expect, it } from 'vitest';
import { createVideos, StoredTrends } from '../testing/videos.fixture.ts';
import { type AnalysisInput, analyzeVideos } from './analyze-videos.ts';
import { estimateMemory, runTrendAnalysis } from './run-trend-analysis.ts';

const videos = createVideos(30, 3_000, 3);
const newInput = (): AnalysisInput => new StoredTrends().input(videos, 30).input;

describe('an analysis in a thread', () => {
  it('an analysis in a thread gives the same result and reports its steps in order', async () => {
    const told: string[] = [];
    const outcome = await runTrendAnalysis(newInput(), { onProgress: (step, percent) => told.push(`${step} ${percent}`) });
    expect(outcome).toEqual({ kind: 'done', result: analyzeVideos(newInput()) });
    expect(told[0]).toBe('weighting 0');
    expect(told).toContain('comparing 100');
    expect(told.at(-1)).toBe('matching 0');
  });

  it('an analysis finds trends and explains each of them', async () => {
    const outcome = await runTrendAnalysis(newInput());
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    const { changes, explanations, labels, noise, clusters } = outcome.result;
    expect(changes.created.length).toBeGreaterThan(5);
    expect(explanations.map(({ trend }) => trend).sort((one, other) => one - other)).toEqual(
      changes.created.map(({ trend }) => trend),
    );
    expect(labels.filter((label) => label < 0)).toHaveLength(noise);
    expect(Math.max(...labels)).toBe(clusters - 1);
  });

  it('the arrays are transferred instead of copied', async () => {
    const input = newInput();
    const running = runTrendAnalysis(input);
    expect(input.videos.days).toHaveLength(0);
    await running;
  });

  it('a cancelled analysis ends, before or after its start', async () => {
    expect(await runTrendAnalysis(newInput(), { signal: AbortSignal.abort() })).toEqual({ kind: 'cancelled' });
    const cancelled = new AbortController();
    const running = runTrendAnalysis(newInput(), { signal: cancelled.signal });
    cancelled.abort();
    expect(await running).toEqual({ kind: 'cancelled' });
  });

  it('an analysis that needs too much memory is refused before it starts', async () => {
    const input = newInput();
    const outcome = await runTrendAnalysis(input, { maxMemory: estimateMemory(input.videos) - 1 });
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'too_large' });
    expect(input.videos.days.length).toBeGreaterThan(0);
  });

  it('a parameter out of range is named in the failure', async () => {
    const input = newInput();
    const outcome = await runTrendAnalysis({ ...input, parameters: { ...input.parameters, eps: 0 } });
    expect(outcome).toEqual({ kind: 'failed', failure: 'invalid', message: 'eps must be greater than 0' });
  });

  it('an analysis fails without ending the process if its progress cannot be reported', async () => {
    const onProgress = (): void => {
      throw new Error('nobody listens');
    };
    expect(await runTrendAnalysis(newInput(), { onProgress })).toEqual({
      kind: 'failed',
      failure: 'crashed',
      message: 'progress could not be reported: nobody listens',
    });
  });

  it('an error in the thread is named in the failure', async () => {
    const input = newInput();
    // A known trend without a centroid, which the types do not allow.
    const known = JSON.parse('[{"lastSeen":1}]');
    expect(await runTrendAnalysis({ ...input, known })).toMatchObject({ kind: 'failed', failure: 'crashed' });
  });

  it('arrays that cannot be transferred are named in the failure', async () => {
    const input = newInput();
    const shared = { ...input, links: new Int32Array(input.videos.authors.buffer) };
    expect(await runTrendAnalysis(shared)).toMatchObject({ kind: 'failed', failure: 'invalid' });
  });
});
