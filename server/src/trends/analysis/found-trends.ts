/**
 * The result of an analysis as the rows that are saved: texts of JSON with some hundred trends each, and numbers. They are
 * sent to another thread in a moment; objects would keep it busy for as long as it takes to make them again.
 */
import type { VideoWindow } from '../window/video-window.ts';
import type { AnalysisResult, TrendExplanation } from './analyze-videos.ts';

const DAY = 86_400_000;
const TRENDS_AT_ONCE = 500;
const LINKS_AT_ONCE = 20_000;
const NO_TREND = -1;

/** Trends are numbered: known ones by their index, then the new ones. */
export interface FoundTrends {
  readonly videos: number;
  readonly clusters: number;
  readonly created: number;
  readonly updated: number;
  readonly merged: readonly { readonly from: number; readonly into: number }[];
  /** Known trends that the result affects. */
  readonly affected: Int32Array;
  /** New trends, ascending. */
  readonly createdTrends: Int32Array;
  /** JSON of `CreatedRow`s, in the order of `createdTrends`. */
  readonly createdRows: readonly string[];
  /** JSON of `UpdatedRow`s. */
  readonly updatedRows: readonly string[];
  /** JSON of `ExplainedRow`s, of known trends. */
  readonly explainedRows: readonly string[];
  readonly links: readonly FoundLinks[];
}

/** Videos newly linked to trends. */
export interface FoundLinks {
  /** The network's numbers, as an array of the database is written. */
  readonly videoIds: string;
  /** The trend of each video. */
  readonly trends: Int32Array;
}

export interface FoundReason {
  readonly kind: 'hashtag' | 'sound' | 'word';
  readonly text: string;
  readonly coverage: number;
  readonly share: number;
}

export interface ExplainedRow {
  readonly trend: number;
  readonly name: string | null;
  readonly reasons: readonly FoundReason[];
  readonly centre: string | null;
}

export interface CreatedRow extends ExplainedRow {
  readonly seen: string;
  readonly centroid: readonly (readonly [string, number])[];
}

export interface UpdatedRow {
  readonly trend: number;
  readonly is_named: boolean;
  readonly name: string | null;
  readonly seen: string;
  readonly centroid: readonly (readonly [string, number])[];
}

/** @param known how many trends were known */
export function describeFound(result: AnalysisResult, window: VideoWindow, known: number): FoundTrends {
  const { changes, explanations, clusters } = result;
  const explained = new Map(explanations.map((each) => [each.trend, explainedRow(each, window)]));
  const created = changes.created.map(({ trend, name, lastSeen, centroid }): CreatedRow => {
    const why = explained.get(trend);
    return {
      trend,
      name: name ?? why?.name ?? null,
      reasons: why?.reasons ?? [],
      centre: why?.centre ?? null,
      seen: momentOf(lastSeen),
      centroid: centroid.map(({ term, weight }) => [term, weight]),
    };
  });
  const updated = changes.updated.map(
    ({ trend, name, lastSeen, centroid, isRenamed }): UpdatedRow => ({
      trend,
      is_named: isRenamed,
      name,
      seen: momentOf(lastSeen),
      centroid: centroid.map(({ term, weight }) => [term, weight]),
    }),
  );
  const affected = new Set([
    ...explained.keys(),
    ...updated.map(({ trend }) => trend),
    ...changes.merged.flatMap(({ from, into }) => [from, into]),
  ]);
  for (const trend of changes.newLinks) affected.add(trend);
  return {
    videos: window.videos.days.length,
    clusters,
    created: created.length,
    updated: updated.length,
    merged: changes.merged,
    affected: Int32Array.from([...affected].filter((trend) => trend !== NO_TREND && trend < known)),
    createdTrends: Int32Array.from(created, ({ trend }) => trend),
    createdRows: inTexts(created),
    updatedRows: inTexts(updated),
    explainedRows: inTexts([...explained.values()].filter(({ trend }) => trend < known)),
    links: linksOf(changes.newLinks, window),
  };
}

function explainedRow({ trend, name, explanation }: TrendExplanation, window: VideoWindow): ExplainedRow {
  return {
    trend,
    name,
    reasons: explanation.terms.map(({ term, coverage, share }) => ({
      ...describeTerm(term, window.soundTitles),
      coverage,
      share,
    })),
    centre: window.videoIdOf(explanation.center),
  };
}

function linksOf(newLinks: Int32Array, window: VideoWindow): FoundLinks[] {
  const rows: number[] = [];
  newLinks.forEach((trend, row) => {
    if (trend !== NO_TREND) rows.push(row);
  });
  return batchesOf(rows, LINKS_AT_ONCE).map((some) => ({
    videoIds: `{${some.map((row) => window.videoIdOf(row)).join(',')}}`,
    trends: Int32Array.from(some, (row) => newLinks[row] ?? NO_TREND),
  }));
}

function inTexts(rows: readonly object[]): string[] {
  return batchesOf(rows, TRENDS_AT_ONCE).map((some) => JSON.stringify(some));
}

function batchesOf<Item>(items: readonly Item[], atOnce: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, batch) =>
    items.slice(batch * atOnce, (batch + 1) * atOnce),
  );
}

export function describeTerm(term: string, soundTitles: ReadonlyMap<string, string>): Pick<FoundReason, 'kind' | 'text'> {
  if (term.startsWith('#')) return { kind: 'hashtag', text: term.slice(1) };
  if (!term.startsWith('~')) return { kind: 'word', text: term };
  return { kind: 'sound', text: soundTitles.get(term) ?? term.replace(/^~+/, '') };
}

/** @param days since 1970 */
function momentOf(days: number): string {
  return new Date(Math.round(days * DAY)).toISOString();
}
