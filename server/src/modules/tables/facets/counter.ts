/** Counting rows along axes, in whichever way, for `count-answers.ts`. Everything that one counter answers is of one moment. */
import type { Dimension } from '@leadloom/shared/tables/dimensions';
import type { Axis, PieceLimits } from './axes.ts';
import type { Measured, ShownAxis, SummaryCells } from './cells-by-rows.ts';
import type { Counted } from './counted.ts';
import type { ShownPiece } from './facet-answer.ts';
import type { Spell } from './spellings.ts';

/** Filters by parameter. */
export type Filters<Value> = Readonly<Record<string, Value>>;

export interface Counter<Value> {
  /** The dimensions with the ranges of their numbers, which are those of the whole column. */
  axesOf(dimensions: readonly (readonly [Dimension, PieceLimits])[]): Promise<readonly Axis[]>;
  /** @param containing as in `RowCount` */
  count(filters: Filters<Value>, axes: readonly Axis[], containing?: string): Promise<Counted>;
  /** The cells of a summary. @param axes with the pieces that are shown, as counted for the same filters */
  cells(filters: Filters<Value>, axes: readonly ShownAxis[], measured: Measured): Promise<SummaryCells>;
  /** How the pieces of an axis are written. */
  spell(axis: Axis, pieces: readonly ShownPiece[]): Promise<Spell>;
}
