/** The actions of the grid's parts. The object never changes, so passing it down causes no render. */
import type { PointerEvent } from 'react';
import type { Layout } from './columns/column-layout.ts';

export interface GridActions {
  readonly sort: (field: string) => void;
  readonly openMenu: (field: string, anchor: HTMLElement) => void;
  readonly startResize: (field: string, event: PointerEvent<HTMLElement>) => void;
  readonly toggleFit: (field: string) => void;
  /** `isRange`: also selects all rows since the one pressed before. */
  readonly toggleRow: (id: number, isRange: boolean) => void;
  readonly togglePage: () => void;
  /** Does nothing where rows do not open. */
  readonly openRow: (id: number) => void;
  readonly clearSelection: () => void;
  readonly deleteSelected: () => void;
  readonly changeLayout: (layout: Layout) => void;
}
