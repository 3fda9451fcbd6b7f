/** What every endpoint takes and answers: the tables first, then the endpoints that belong to no single table. */
import { useLayoutEffect, useRef } from 'react';
import { EndpointsSection } from './endpoints-section.tsx';
import { references, tablesReference } from './references.ts';
import { TablesSection } from './tables-section.tsx';

interface ReferenceSectionsProps {
  /** Called once, when they stand on the page. */
  readonly onShown: () => void;
}

export function ReferenceSections({ onShown }: ReferenceSectionsProps) {
  const shown = useRef(onShown);
  useLayoutEffect(() => shown.current(), []);
  return (
    <>
      <TablesSection {...tablesReference} />
      {references.map((reference) => (
        <EndpointsSection key={reference.id} {...reference} />
      ))}
    </>
  );
}
