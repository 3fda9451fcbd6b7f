/**
 * Finds ids that lost their last digits. A single id may end in zeros by chance; if most ids of one kind do, a
 * program treated them as numbers. Rows whose ids end in zeros wait until the file is read, or until enough ids
 * are known. Memory use is that of a few batches, whatever the number of rows.
 */
import type { LongId } from '../../../sources/tiktok/video-id.ts';
import type { LostValue, SourceRecord } from '../source/record-source.ts';

const HELD_ROWS = 5_000;
/** Characters of rows that wait for the verdict. */
const HELD_TEXT = 16 * 1024 * 1024;
/** A repeated sound is counted once; at most this many are remembered. */
const REMEMBERED = 20_000;
/**
 * How many ids prove something about their file. All videos may share one sound; addresses are text and rarely
 * built from ids. A bare id is often stored as a number, and a wrong one identifies another video, so one is
 * enough.
 */
const FEWEST: Readonly<Record<LongId['place'], number>> = { id: 1, address: 2, sound: 2 };

interface Tally {
  readonly met: Set<string>;
  rounded: number;
  whole: number;
}

/**
 * @param fields in the order of the cells
 * @returns the same rows; those that had to wait come last
 */
export async function* judgeIds(
  batches: AsyncIterable<readonly SourceRecord[]>,
  fields: readonly string[],
): AsyncGenerator<readonly SourceRecord[]> {
  const tallies: Readonly<Record<LongId['place'], Tally>> = { id: newTally(), address: newTally(), sound: newTally() };
  const soundIndex = fields.indexOf('sound_id');
  let held: SourceRecord[] = [];
  let heldText = 0;

  const settle = (): readonly SourceRecord[] => {
    const settled = held.map((record) => judged(record, (place) => isRuined(place, tallies[place]), soundIndex));
    held = [];
    heldText = 0;
    return settled;
  };

  for await (const batch of batches) {
    const sure: SourceRecord[] = [];
    for (const record of batch) {
      for (const id of record.ids ?? []) count(tallies[id.place], id);
      if (!isDoubtful(record)) {
        sure.push(record);
        continue;
      }
      held.push(record);
      heldText += record.raw.length;
    }
    yield sure;
    if (held.length >= HELD_ROWS || heldText >= HELD_TEXT) yield settle();
  }
  if (held.length > 0) yield settle();
}

/** Refused rows count as evidence for the others, but need no verdict themselves. */
function isDoubtful({ problem, ids = [] }: SourceRecord): boolean {
  return problem === undefined && ids.some(({ looksRounded, settles }) => looksRounded && settles !== null);
}

function newTally(): Tally {
  return { met: new Set(), rounded: 0, whole: 0 };
}

/** Counts an id. Every video counts, because rounding makes different ids equal. */
function count(tally: Tally, { place, written, looksRounded }: LongId): void {
  if (tally.met.has(written)) return;
  // The text is copied, so that it does not keep its whole chunk in memory.
  if (place === 'sound' && tally.met.size < REMEMBERED) tally.met.add(Buffer.from(written).toString());
  if (looksRounded) tally.rounded += 1;
  else tally.whole += 1;
}

function isRuined(place: LongId['place'], { rounded, whole }: Tally): boolean {
  return rounded > whole && rounded + whole >= FEWEST[place];
}

function judged(record: SourceRecord, isRuinedPlace: (place: LongId['place']) => boolean, soundIndex: number): SourceRecord {
  if (record.problem !== undefined) return record;
  const { line, raw, cells, lost = [], ids = [] } = record;
  const ruined = ids.filter(({ place, looksRounded, settles }) => looksRounded && settles !== null && isRuinedPlace(place));
  const video = ruined.find(({ settles }) => settles === 'video');
  if (video !== undefined) return { line, raw, problem: reasonOf(video) };
  const sound = ruined.find(({ settles }) => settles === 'sound_id');
  // A sound known to be lost is already blank and reported.
  if (sound === undefined || lost.some(({ field }) => field === 'sound_id')) return record;
  const value: LostValue = { field: 'sound_id', value: sound.written };
  return { line, raw, cells: cells.map((cell, index) => (index === soundIndex ? null : cell)), lost: [...lost, value] };
}

function reasonOf({ place, written }: LongId): string {
  return place === 'address'
    ? `the id ${written} in its address has lost its last digits, like most ids in the addresses of this file: a program treated them as numbers; export ids as text`
    : `id ${written} has lost its last digits, like most ids of this file: a program treated them as numbers; export ids as text, or add the videos' addresses as webVideoUrl`;
}
