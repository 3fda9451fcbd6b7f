/** What is said of collected people beside their number: that they are invented, and how many are new. */
import { type ReactNode, Suspense, useState } from 'react';
import { newRowsLine } from '../../../components/changed/new-rows-line.ts';
import { type LayoutChoice, layoutOffer } from '../../../components/data-grid/layout-offer.ts';
import type { LineNote } from '../../../components/data-grid/line-notes.tsx';
import { ALL_ARE_SAMPLES, HOW_TO_REMOVE, SampleDialog } from '../../../components/samples/sample-words.ts';
import { useSampleRows } from '../../../lib/sample-rows.ts';

interface NotedPeople {
  /** null: it was answered. */
  readonly offer: LayoutChoice | null;
  /** null: it is not known, or they are shown alone. */
  readonly news: {
    readonly count: number;
    readonly total: number;
    readonly areMany: boolean;
    readonly since: string;
    readonly onShow: () => void;
  } | null;
}

interface PeopleNotes {
  readonly notes: readonly LineNote[];
  readonly dialog: ReactNode;
}

export function usePeopleNotes({ offer, news }: NotedPeople): PeopleNotes {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { samples } = useSampleRows(true);
  const notes: LineNote[] = [];
  if (offer !== null) notes.push(layoutOffer(offer));
  if (samples?.account === true)
    notes.push({ text: ALL_ARE_SAMPLES, action: HOW_TO_REMOVE, onAction: () => setDialogOpen(true) });
  if (news !== null && news.count > 0) notes.push(newRowsLine({ ...news, words: ['person', 'people'] }));
  return {
    notes,
    dialog: isDialogOpen && (
      <Suspense>
        <SampleDialog onClose={() => setDialogOpen(false)} />
      </Suspense>
    ),
  };
}
