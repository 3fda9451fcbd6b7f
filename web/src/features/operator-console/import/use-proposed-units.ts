/** Chooses the units that the values of a file propose, once for each header, so that the operator can choose others. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import { useEffect, useState } from 'react';
import { chosenColumn, mapHeader, type Unit } from './map-columns.ts';
import type { StepProps } from './step-props.ts';

/** @returns by header */
export function useProposedUnits(
  { columns }: ImportPreview,
  changeDraft: StepProps['changeDraft'],
): Readonly<Record<string, Unit>> {
  const [proposed, setProposed] = useState<Readonly<Record<string, Unit>>>({});
  useEffect(() => {
    const found = columns.flatMap(({ header, column, proposed_unit: unit }) =>
      column === null || unit === undefined ? [] : [{ header, column, unit }],
    );
    if (found.length === 0) return;
    setProposed((before) => ({ ...before, ...Object.fromEntries(found.map(({ header, unit }) => [header, unit])) }));
    changeDraft((draft) => {
      const before = draft.options.mapping ?? {};
      // The preview may be older than what was chosen since.
      const open = found.filter(({ header }) => (chosenColumn(before, header)?.unit ?? null) === null);
      const mapping = open.reduce((next, { header, column, unit }) => mapHeader(next, header, column, unit), before);
      return open.length === 0 ? draft : { ...draft, options: { ...draft.options, mapping } };
    });
  }, [columns, changeDraft]);
  return proposed;
}
