/**
 * Closing a row writes a patch beside its part. An engine before ClickHouse 26.8.8 loses rows of such a part when it answers from
 * the index of words alone, and a later one then reads the words themselves, which takes forty times as long. So once a copy has
 * rested, its patches are applied to their parts, and the engine notes that no row of its version is patched. Rows are patched
 * again only for a later version, which PostgreSQL has by then: a reader of this one asks for that afterwards.
 */
import type { CopyFeed } from './feed-copy.ts';

/** Each part with a patch is written anew, the columns that did not change as links to their files. */
const LONGEST_SECONDS = 3_600;
const EVER = '1970-01-02 00:00:00';

export interface Unpatched {
  readonly version: number;
  /** The engine's time before its patches were applied. */
  readonly at: string;
}

/**
 * @param before what was noted last under this epoch; null: nothing
 * @param hasRested whether patches may be applied now
 * @returns what is noted now
 */
export async function notePatches(
  { engine, say, state, signal }: CopyFeed,
  before: Unpatched | null,
  hasRested: boolean,
): Promise<Unpatched | null> {
  if (state.version === 0 || before?.version === state.version) return before;
  const [[now, patches] = []] = await engine.rows(say.patchesSince(before?.at ?? EVER), { signal, seconds: LONGEST_SECONDS });
  if (Number(patches) > 0) {
    if (!hasRested) return before;
    await engine.run(say.applyPatches(), { signal, seconds: LONGEST_SECONDS });
  }
  await engine.run(say.noteUnpatched(state.version), { signal, seconds: LONGEST_SECONDS });
  return { version: state.version, at: String(now) };
}
