import type { Entry, Picture } from '../../lib/charts/chart-figures.ts';

export interface PictureProps {
  readonly picture: Picture;
  /** What is measured: "Rows". */
  readonly measure: string;
  /** Values are counts of rows, which lie on whole numbers. */
  readonly isCount: boolean;
  /** A card's picture has little room, and no figures at its marks. */
  readonly isSmall?: boolean;
  /** A mark was pressed; undefined: marks do nothing. @param entries in the order of the dimensions */
  readonly onPress?: ((entries: readonly Entry[]) => void) | undefined;
}

/** What a mark stands for, one entry for each dimension; null: nothing that has rows. */
export function pressedEntries(
  { axis, series, axisDimension }: Picture,
  axisIndex: number,
  seriesIndex: number,
): readonly Entry[] | null {
  const one = axis[axisIndex];
  const other = series[seriesIndex]?.entry;
  if (one === undefined || one.isGap === true) return null;
  if (other === undefined || other === null) return [one];
  return axisDimension === 0 ? [one, other] : [other, one];
}
