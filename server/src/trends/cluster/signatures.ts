/**
 * A few bits per row that exclude most pairs without reading their terms: which of 32 classes its terms are in,
 * and which of these contain a term that every neighbour must have.
 */
import type { Vectors } from '../weights/vectors.ts';
import type { Reach } from './parameters.ts';

/** Signatures take sixteen bytes per row, so that one memory access reads them all. */
export interface Signatures {
  /**
   * At index 4 × row: a bit for the class of each term. At the next index: the same for terms that every
   * neighbour must have.
   */
  readonly bits: Int32Array;
  /** At index 2 × row + 1: when the video was posted. */
  readonly moments: Float64Array;
}

const CLASSES = 32;
/** Fibonacci hashing (Knuth, TAOCP 3, 6.4): consecutive ids get different classes. */
const classOf = (term: number): number => Math.imul(term, 0x9e3779b1) >>> 27;

/** @param among rows to sign; the signatures of others stay empty */
export function signRows(
  { rows, offsets, termIds, weights }: Vectors,
  days: Float64Array,
  { spare }: Reach,
  among: Int32Array,
): Signatures {
  const moments = new Float64Array(rows * 2);
  const bits = new Int32Array(moments.buffer);
  for (let entry = 0; entry < among.length; entry++) {
    const row = among[entry] ?? 0;
    const end = offsets[row + 1] ?? 0;
    let all = 0;
    let heavy = 0;
    for (let at = offsets[row] ?? 0; at < end; at++) {
      const bit = 1 << classOf(termIds[at] ?? 0);
      const weight = weights[at] ?? 0;
      all |= bit;
      if (weight * weight > spare) heavy |= bit;
    }
    bits[row * 4] = all;
    bits[row * 4 + 1] = heavy;
    moments[row * 2 + 1] = days[row] ?? 0;
  }
  return { bits, moments };
}

/** @returns false only if the two cannot be neighbours at any time difference */
export type MayBeNear = (row: number, other: number) => boolean;

/** Creates a filter of pairs, which is fastest if one row is tested against many others in succession. */
export function createPairFilter({ offsets, termIds, weights }: Vectors, signatures: Signatures, { spare }: Reach): MayBeNear {
  const { bits } = signatures;
  // Squared weight by class, of the row tested last.
  const squares = new Float64Array(CLASSES);
  let loaded = -1;
  const load = (row: number): void => {
    squares.fill(0);
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at++) {
      const kind = classOf(termIds[at] ?? 0);
      const weight = weights[at] ?? 0;
      squares[kind] = (squares[kind] ?? 0) + weight * weight;
    }
    loaded = row;
  };
  return (row, other) => {
    const mine = bits[row * 4] ?? 0;
    const its = bits[other * 4] ?? 0;
    if ((((bits[row * 4 + 1] ?? 0) & ~its) | ((bits[other * 4 + 1] ?? 0) & ~mine)) !== 0) return false;
    let lacking = mine & ~its;
    if (lacking === 0) return true;
    if (loaded !== row) load(row);
    let missed = 0;
    for (; lacking !== 0; lacking &= lacking - 1) missed += squares[31 - Math.clz32(lacking & -lacking)] ?? 0;
    return missed <= spare;
  };
}
