/** What the grid's parts can ask for. The object stays the same one, so handing it down renders nothing anew. */
import type { PointerEvent } from 'react';
import type { Layout } from './column-layout.ts';

export interface GridActions {
  readonly sort: (field: string) => void;
  readonly openMenu: (field: string, anchor: HTMLElement) => void;
  readonly startResize: (field: string, event: PointerEvent<HTMLElement>) => void;
  readonly toggleFit: (field: string) => void;
  /** `isRange`: together with all rows since the one pressed before. */
  readonly toggleRow: (id: number, isRange: boolean) => void;
  readonly togglePage: () => void;
  readonly clearSelection: () => void;
  readonly deleteSelected: () => void;
  readonly changeLayout: (layout: Layout) => void;
}
