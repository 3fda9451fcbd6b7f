/** What is said of collected people in the line of their filters: that they are invented, and how many are new. */
import { type ReactNode, Suspense, useState } from 'react';
import { newRowsLine } from '../../../components/changed/new-rows-line.ts';
import { type LayoutChoice, layoutOffer } from '../../../components/filter-fields/layout-offer.ts';
import type { LineNote } from '../../../components/filter-fields/line-notes.tsx';
import { ALL_ARE_SAMPLES, HOW_TO_REMOVE, SampleDialog } from '../../../components/samples/sample-words.ts';
import { useSampleRows } from '../../../lib/sample-rows.ts';

interface NotedPeople {
  /** null: it was answered. */
  readonly offer: LayoutChoice | null;
  /** null: it is not known, or said elsewhere. */
  readonly news: {
    readonly count: number;
    readonly total: number;
    readonly since: string;
    readonly onShow: () => void;
  } | null;
}

interface PeopleNotes {
  readonly notes: readonly LineNote[];
  /** Others may still come. */
  readonly areComing: boolean;
  readonly dialog: ReactNode;
}

export function usePeopleNotes({ offer, news }: NotedPeople): PeopleNotes {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { samples, hasFailed } = useSampleRows(true);
  const notes: LineNote[] = [];
  if (offer !== null) notes.push(layoutOffer(offer));
  if (samples?.account === true)
    notes.push({ text: ALL_ARE_SAMPLES, action: HOW_TO_REMOVE, onAction: () => setDialogOpen(true) });
  if (news !== null && news.count > 0) notes.push(newRowsLine({ ...news, words: ['person', 'people'] }));
  return {
    notes,
    areComing: samples === null && !hasFailed,
    dialog: isDialogOpen && (
      <Suspense>
        <SampleDialog onClose={() => setDialogOpen(false)} />
      </Suspense>
    ),
  };
}
