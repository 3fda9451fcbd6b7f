/**
 * Closing a row writes a patch beside its part. An engine before ClickHouse 26.8.8 loses rows of such a part when it answers from
 * the index of words alone, and a later one then reads the words themselves, which takes forty times as long. So once a copy has
 * rested, its patches are applied to their parts, and the engine notes that no row of its version is patched. Rows are patched
 * again only for a later version, which PostgreSQL has by then: a reader of this one asks for that afterwards.
 */
import type { CopyFeed } from './feed-copy.ts';

/** Each part with a patch is written anew, the columns that did not change as links to their files. */
const LONGEST_SECONDS = 3_600;

export interface Unpatched {
  readonly version: number;
  /** Patches that were applied, of which some are still there. */
  readonly applied: ReadonlySet<string>;
}

/**
 * @param before what was noted last under this epoch; null: nothing
 * @param work ends the copy's rest; null: it has not rested, so no patch is applied
 * @returns what is noted now
 */
export async function notePatches(
  { engine, say, state, signal }: CopyFeed,
  before: Unpatched | null,
  work: AbortSignal | null,
): Promise<Unpatched | null> {
  if (state.version === 0 || before?.version === state.version) return before;
  const rows = await engine.rows(say.patches(), { signal, seconds: LONGEST_SECONDS });
  const patches = new Set(rows.map(([name]) => String(name)));
  if ([...patches].some((name) => before?.applied.has(name) !== true)) {
    if (work === null) return before;
    try {
      await engine.run(say.applyPatches(), { signal: work, seconds: LONGEST_SECONDS });
    } catch (error) {
      signal.throwIfAborted();
      if (work.aborted) return before;
      throw error;
    }
  }
  await engine.run(say.noteUnpatched(state.version), { signal, seconds: LONGEST_SECONDS });
  return { version: state.version, applied: patches };
}
