/**
 * The drawing of a plain weave: every weft thread goes over one warp thread and under the next, and the next row
 * the other way round. Rows are dense at the bottom and sparse at the top.
 */
interface LoomSize {
  readonly width: number;
  readonly height: number;
  /** Distance of the warp threads. */
  readonly warpGap: number;
}

interface WeftLine {
  readonly y: number;
  /** The drawn pieces; a gap is where the thread passes under the warp. */
  readonly path: string;
  readonly isMarked: boolean;
}

const FIRST_ROW_GAP = 14;
const ROW_GAP_GROWTH = 1.075;
/** Share of the height that is woven. */
const WOVEN_SHARE = 0.46;
const MARKED_ROW = 8;
/** How far a thread stays away from the one that covers it. */
const GAP_BESIDE_WARP = 4;

export function loomLines({ width, height, warpGap }: LoomSize): { readonly warp: string; readonly weft: readonly WeftLine[] } {
  const columns = Array.from({ length: Math.floor(width / warpGap) }, (_, index) => warpGap / 2 + index * warpGap);
  const weft: WeftLine[] = [];
  let gap = FIRST_ROW_GAP;
  for (let y = height - gap; y > height * (1 - WOVEN_SHARE); y -= gap) {
    weft.push({
      y: Math.round(y),
      path: weftPath(columns, Math.round(y), width, weft.length),
      isMarked: weft.length === MARKED_ROW,
    });
    gap *= ROW_GAP_GROWTH;
  }
  return { warp: columns.map((x) => `M${x} 0V${height}`).join(''), weft };
}

function weftPath(columns: readonly number[], y: number, width: number, row: number): string {
  const under = columns.filter((_, column) => (column + row) % 2 === 0);
  const starts = [0, ...under.map((x) => x + GAP_BESIDE_WARP)];
  const ends = [...under.map((x) => x - GAP_BESIDE_WARP), width];
  return starts.map((start, index) => `M${start} ${y}H${ends[index] ?? width}`).join('');
}
